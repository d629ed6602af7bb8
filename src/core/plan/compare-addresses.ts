/** Order of dotted-decimal addresses as numbers: `.9` before `.10`. */
export function compareAddresses(a: string, b: string): number {
  return addressNumber(a) - addressNumber(b);
}

function addressNumber(address: string): number {
  return address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}
