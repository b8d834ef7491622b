# How the cart is built.
{ lib, stdenv, fetchurl, python ? null, ... }@args:

let
  version = "1.0";

  # Adds both.
  add = a: b: a + b;

  /** Twice as much. */
  twice = { count, by ? 2 }:
    count * by;

  inherit (lib) licenses maintainers;
in
stdenv.mkDerivation rec {
  pname = "cart";
  inherit version;

  src = fetchurl {
    url = "https://example.org/${pname}.tar.gz";
    sha256 = ;
  };

  services.nginx = {
    enable = true;
    virtualHosts."a.b".root = "/srv";
  };

  buildInputs = [
    python
    (add 1 2)
  ];

  buildPhase = ''
    make ${pname}
      make install
  '';

  mode =
    if python == null then
      "none"
    else if add 1 2 == 3 then
      "few"
    else
      "many";

  env = with lib; [ licenses.mit ];

  postFixup = lib.mapAttrs (name: value: {
    inherit name;
  }) args;

  meta.description = "A cart";
}
