// oxlint-disable-next-line no-control-regex -- characters that no XML may hold
const NO_XML = /[\0-\b\v\f\x0e-\x1f\ufffe\uffff]/g
/** Half a sign: the other half was cut off. */
const HALVES = /\p{Cs}/gu
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;', '\n': '&#10;', '\t': '&#9;' }

const sound = (text: string): string => text.replace(NO_XML, '').replace(HALVES, '\ufffd')

/** Text as the content of an element of XML or HTML. What neither can hold is left out. */
export const xmlText = (text: string): string => sound(text).replace(/[&<>\r]/g, (sign) => SIGNS[sign] ?? sign)
/** Text as the value of an attribute in double quotes. */
export const xmlAttribute = (text: string): string => sound(text).replace(/[&<>"\r\n\t]/g, (sign) => SIGNS[sign] ?? sign)
