// Runs before the card's own modules, in a browser without a debugger that sees into closed shadow roots: they are made
// open, so that the tests can look. Mouse and keyboard stay real, and so do all checks of the card.
{
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    return attach.call(this, { ...options, mode: "open" });
  };
}
