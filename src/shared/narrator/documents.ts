import type { Json } from '../base/json'
import type { MutationOf, NarrativeFields } from './mutations'

type Format = (value: Json) => string

/** The ABOUT.md of a narrative: its fields as front matter, its name as the heading, its text. `format` writes YAML. */
export function narrativeText(fields: NarrativeFields & { beat: number }, content: string, format: Format): string {
  return `---\n${format(withoutGaps(fields))}---\n\n# ${oneLine(fields.name)}\n\n${plainEnds(content)}\n`
}

/** The ABOUT.md of a new character: the known fields as front matter, then the same in words for readers. */
export function characterAbout(payload: MutationOf<'new_character'>['payload'], format: Format): string {
  const { id: _id, name, location: _at, voice, ...traits } = payload
  const said = [voice?.tone, voice?.style].filter((part) => part !== undefined).join('; ')
  const front = withoutGaps({ ...(said === '' ? {} : { voice: said }), ...traits })
  return `---\n${format(front)}---\n\n# ${oneLine(name)}\n${paragraphs(traits)
    .map((text) => `\n${text}\n`)
    .join('')}`
}

function paragraphs({ alive, traits = [], skills = {}, personality, backstory }: Partial<MutationOf<'new_character'>['payload']>): string[] {
  const listed = (label: string, words: readonly string[]): string[] => (words.length === 0 ? [] : [`${label}: ${words.join(', ')}.`])
  const { approach, values = [], flaw } = personality ?? {}
  const { family, childhood, wound, why_here: why } = backstory ?? {}
  return [
    ...(alive === false ? ['Dead.'] : []),
    ...listed('Traits', traits),
    ...listed(
      'Skills',
      Object.entries(skills).map(([skill, level]) => `${skill} (${level})`)
    ),
    ...listed('Approach', approach === undefined ? [] : [approach]),
    ...listed('Values', typeof values === 'string' ? [values] : values),
    ...listed('Flaw', flaw === undefined ? [] : [flaw]),
    ...[family, childhood, wound, why].flatMap((text) => (text === undefined ? [] : plainEnds(text)))
  ]
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const plainEnds = (text: string): string => text.replace(/\r\n?/g, '\n').trim()
const withoutGaps = (fields: object): Json => JSON.parse(JSON.stringify(fields)) as Json
