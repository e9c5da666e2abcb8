import { isObject, type Json, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'

/** Most texts and keys are ASCII, and matching the letters of all alphabets is slow. */
const ASCII_WORDS = /^[A-Za-z_][A-Za-z0-9_'()./!?;-]*(?: [A-Za-z0-9_'()./!?;-]+)*$/
const WORDS = /^[\p{L}_][\p{L}\p{N}_'()./!?;-]*(?: [\p{L}\p{N}_'()./!?;-]+)*$/u
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i
/** Times of the campaign stay unquoted, as in the design's notes. YAML 1.2 reads them as text. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const ASCII_BARE = /^[A-Za-z_][A-Za-z0-9_.-]*$/
const BARE = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
// oxlint-disable-next-line no-control-regex -- characters that some YAML readers refuse or treat as line ends
const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff]/g

/** A string as YAML on one line: plain if no reader could take it for another type, otherwise in double quotes. */
function formatString(text: string, ascii = ASCII_WORDS, plain = WORDS): string {
  if (((ascii.test(text) || plain.test(text)) && !RESERVED.test(text)) || INSTANT.test(text)) return text
  return JSON.stringify(text).replace(ESCAPED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Recently written keys and their YAML. The files of a campaign have the same keys from beat to beat. */
const keys = new Map<string, string>()
const MAX_CACHED_KEYS = 2048
const MAX_CACHED_KEY_LENGTH = 64

/** A key of a map: plain for ids, otherwise in double quotes. */
export function formatKey(key: string): string {
  const known = keys.get(key)
  if (known !== undefined) return known
  const written = formatString(key, ASCII_BARE, BARE)
  if (key.length > MAX_CACHED_KEY_LENGTH) return written
  if (keys.size >= MAX_CACHED_KEYS) keys.clear()
  keys.set(key, written)
  return written
}

/** Any value as YAML on one line, collections in flow style. */
export function formatInline(value: Json): string {
  if (typeof value === 'string') return formatString(value)
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`
  if (isObject(value)) {
    let inside = ''
    for (const [key, inner] of Object.entries(value))
      if (inner !== undefined) inside += `${inside === '' ? '' : ', '}${formatKey(key)}: ${formatInline(inner)}`
    return inside === '' ? '{}' : `{ ${inside} }`
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Problem('bad-input', 'Only finite numbers can be saved. Correct the rule that returned another one.')
  return JSON.stringify(value)
}

/** The text after a block map's `key:`. `pad` indents a block below it. */
export function formatBlock(value: Json, pad: string): string {
  const below = isObject(value) ? lines(value, pad) : ''
  if (below !== '') return `\n${below}`
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
    return `\n${value.map((item) => `${pad}- ${formatInline(item)}`).join('\n')}`
  return ` ${formatInline(value)}`
}

/** The lines of a block map; a key set to undefined counts as absent. */
function lines(map: JsonObject, pad: string): string {
  const deeper = `${pad}  `
  let out = ''
  // Every beat writes about a hundred such lines, so the lines are not collected in lists.
  for (const key of Object.keys(map)) {
    const value = map[key]
    if (value !== undefined) out += `${out === '' ? '' : '\n'}${pad}${formatKey(key)}:${formatBlock(value, deeper)}`
  }
  return out
}

/** The canonical form of files that the engine writes as a whole: block maps, keys in the given order, LF, no anchors. */
export function formatYaml(value: Json): string {
  const block = isObject(value) ? lines(value, '') : ''
  if (block !== '') return `${block}\n`
  if (Array.isArray(value) && value.length > 0) return `${value.map((item) => `- ${formatInline(item)}`).join('\n')}\n`
  return `${formatInline(value)}\n`
}
