import { own } from '../../shared/base/json'
import type { Offer, OfferedParam } from '../../shared/story/game'
import { byParamName } from '../../shared/story/param-aliases'
import { Problem } from '../../shared/base/problem'
import type { Params, ParamValue } from '../../shared/story/play'

/** The maximum length of a text parameter, in characters. */
export const MAX_TEXT = 20_000

/** Checks params against the offer and returns them under its names. Throws Problem `refused` naming the parameter and what is allowed. */
export function checkParams(offer: Offer, input: Params): Params {
  const params = byParamName(offer.params, input)
  for (const key of Object.keys(params))
    if (!offer.params.some((def) => def.name === key))
      throw refused(
        offer,
        `has no parameter "${key}"`,
        offer.params.map((d) => d.name)
      )
  const out: Params = {}
  for (const def of offer.params) {
    const value = own(params, def.name)
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
      if (def.required) throw refused(offer, `needs "${def.name}"`, def.enum)
      continue
    }
    out[def.name] = checkValue(offer, def, value)
  }
  return out
}

/** The actors whom checked params name as targets, by id, each once. */
export const targetsOf = ({ params: defs }: Offer, params: Params): string[] => [
  ...new Set(defs.flatMap(({ name, type }) => (type === 'target' ? (own(params, name) ?? []) : [])).map(String))
]

function checkValue(offer: Offer, def: OfferedParam, value: ParamValue): ParamValue {
  if (def.many) {
    const list = Array.isArray(value)
      ? value
      : String(value)
          .split(',')
          .map((v) => v.trim())
    const clean = list.map((one) => (def.type === 'string' ? cleanText(offer, def, one) : checkOne(offer, def, one)))
    return [...new Set(clean.filter((one) => one !== ''))]
  }
  if (Array.isArray(value)) throw refused(offer, `takes only one value for "${def.name}"`, def.enum)
  if (def.type === 'number') {
    const number = typeof value === 'number' ? value : Number(value)
    if (!Number.isFinite(number)) throw refused(offer, `needs a number for "${def.name}"`)
    return number
  }
  if (typeof value !== 'string') throw refused(offer, `needs text for "${def.name}"`)
  return def.type === 'string' ? cleanText(offer, def, value) : checkOne(offer, def, value)
}

function checkOne(offer: Offer, def: OfferedParam, value: string): string {
  if (def.enum && !def.enum.includes(value)) throw refused(offer, `can't take "${value.slice(0, 60)}" for "${def.name}"`, def.enum)
  return value
}

/** A text in the form of the campaign's files: NFC, LF, no control characters, no marks that reverse the reading direction. */
export const storable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\p{Cs}/gu, '\uFFFD')

/** The text in the form of the campaign's files, without surrounding white space. */
function cleanText(offer: Offer, def: OfferedParam, value: string): string {
  const text = storable(value).trim()
  if (text === '' && def.required) throw refused(offer, `needs "${def.name}"`)
  const max = def.maxCharacters ?? MAX_TEXT
  if (text.length > max) throw refused(offer, `takes at most ${max} characters for "${def.name}"`)
  return text
}

function refused(offer: Offer, what: string, allowed?: readonly string[]): Problem {
  const choices = allowed && allowed.length > 0 ? ` Choose one of: ${allowed.slice(0, 20).join(', ')}.` : ''
  return new Problem('refused', `${offer.name} ${what}.${choices || ' Call it again with other parameters.'}`, { tool: offer.name })
}
