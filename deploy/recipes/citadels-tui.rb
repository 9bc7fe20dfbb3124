# Homebrew formula, for a tap of your own: brew install OWNER/TAP/citadels-tui
class CitadelsTui < Formula
  desc "@SUMMARY@"
  homepage "@SOURCE@"
  url "@ARCHIVE@"
  sha256 "@SHA256@"
  license all_of: ["MIT", "Unicode-3.0"]

  depends_on "rust" => :build # where a package has no wheel for this machine
  depends_on "python@3.13"

  def install
    system "python3.13", "-m", "venv", libexec
    # The packages and their hashes are those of the source archive.
    system libexec/"bin/pip", "install", "--compile", "--require-hashes", "--requirement", "requirements.txt"
    system libexec/"bin/pip", "install", "--compile", "--no-deps", "--no-build-isolation", "."
    bin.install_symlink libexec/"bin/citadels"
    man1.install "docs/citadels.1"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/citadels --version")
    system bin/"citadels", "simulate", "--games", "2", "--seed", "1"
  end
end
