# Nix: nix-build -E 'with import <nixpkgs> {}; callPackage ./package.nix {}'
{
  lib,
  fetchurl,
  python3Packages,
}:

python3Packages.buildPythonApplication rec {
  pname = "citadels-tui";
  version = "@VERSION@";
  pyproject = true;

  src = fetchurl {
    url = "@ARCHIVE@";
    hash = "@SRI@";
  };

  build-system = [ python3Packages.hatchling ];

  dependencies = with python3Packages; [
@NIX_DEPENDS@
  ];

  optional-dependencies = with python3Packages; {
@NIX_OPTIONAL@
  };

  pythonImportsCheck = [ "citadels_tui" ];

  meta = {
    description = "@SUMMARY@";
    homepage = "@SOURCE@";
    license = with lib.licenses; [
      mit
      unicode-30
    ];
    mainProgram = "citadels";
  };
}
