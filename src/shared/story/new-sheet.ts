import { capitalised } from '../words/labels'

const PLAIN = /^\p{L}[\p{L}\p{N}' -]*$/u
const MEANS_MORE = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const yamlText = (text: string): string => (PLAIN.test(text) && !MEANS_MORE.test(text) ? text : JSON.stringify(text))

/** The first text of the sheet of a character at a location. */
export const newSheet = (id: string, location: string): string =>
  `name: ${yamlText(capitalised(id.replaceAll('-', ' ')))}\nlocation: ${yamlText(location)}\nstats: {}\n`
