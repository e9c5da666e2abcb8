/** Parses a git config file. Keys are `section.key` or `section.sub.key`, sections and keys in lower case; the last value wins. */
export const parseConfig = (text: string): Map<string, string> => new Map(configPairs(text))

/** The values of a git config file in order, under the same keys. */
export function configPairs(text: string): [key: string, value: string][] {
  const values: [string, string][] = []
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const title = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/.exec(line)
    if (title) section = (title[1] ?? '').toLowerCase() + (title[2] === undefined ? '' : `.${title[2]}`)
    const rest = (title ? line.slice(title[0].length) : line).trim()
    const key = /^[A-Za-z][\w-]*/.exec(rest)?.[0]
    const [sign = '#'] = key === undefined ? [] : rest.slice(key.length).trimStart()
    if (key === undefined || !'=#;'.includes(sign)) continue
    const value = sign === '=' ? (rest.slice(rest.indexOf('=') + 1).split(/[#;]/, 1)[0] ?? '').trim() : 'true'
    values.push([`${section}.${key.toLowerCase()}`, value.replace(/^"(.*)"$/, '$1')])
  }
  return values
}

/** Whether a value of a git config file means yes. */
export const isYes = (value: string | undefined): boolean => /^(true|yes|on|[1-9]\d*)$/i.test(value ?? '')
