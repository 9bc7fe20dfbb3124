// Lets xterm.js work where no style may stand inline. It writes style elements, which need the page's nonce, and
// style attributes, which are set by way of the object model, as the policy allows.

const { nonce } = document.querySelector("script[nonce]");
const { createElement } = document;
const { setAttribute } = Element.prototype;

document.createElement = function (name, ...others) {
    const made = createElement.call(this, name, ...others);
    if (String(name).toLowerCase() === "style") made.nonce = nonce;
    return made;
};

Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else setAttribute.call(this, name, value);
};
