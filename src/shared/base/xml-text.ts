// oxlint-disable-next-line no-control-regex -- characters that XML forbids
const NO_XML = /[\0-\b\v\f\x0e-\x1f\ufffe\uffff]/g
/** A lone surrogate, left over from a cut. */
const HALVES = /\p{Cs}/gu
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;', '\n': '&#10;', '\t': '&#9;' }

const cleaned = (text: string): string => text.replace(NO_XML, '').replace(HALVES, '\ufffd')

/** Text as the content of an XML or HTML element. Characters that neither allows are left out. */
export const xmlText = (text: string): string => cleaned(text).replace(/[&<>\r]/g, (sign) => SIGNS[sign] ?? sign)
/** Text as an attribute value in double quotes. */
export const xmlAttribute = (text: string): string => cleaned(text).replace(/[&<>"\r\n\t]/g, (sign) => SIGNS[sign] ?? sign)
