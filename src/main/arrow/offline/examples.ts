import { type ArrowDocument, exampleNames } from '../../../arrow'

/** Examples of valid requests, for a part that wasn't understood; the first matching one is shown, with names of the document. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:dialog|monolog)/i, '“add a dialog of {who} saying "Stay a while."”'],
  [/\b(?:choice|decision|interaction|options?)\b/i, '“add a choice to accept or refuse”'],
  [/\bhub\b/i, '“connect {a} and {b} to a hub”'],
  [/\bjump|\bgo (?:back )?to\b/i, '“add a jump to the entry”'],
  [/\bmarker\b/i, '“add a marker called "Dusk"”'],
  [/\b(?:entry|start|begin)/i, '“make node {node} the entry of the scene”'],
  [/\bframe\b/i, '“add a frame called "At the mill"”'],
  [/\brandomi[sz]er\b/i, '“add a randomizer with 3 paths”'],
  [/\bsequence/i, '“add a sequencer with 3 paths”'],
  [/\bgenerator\b|\brandom\b|\broll\b/i, '“add a generator for {number} from 1 to 6”'],
  [/\btag/i, '“set the tag mood of {who} to calm” or “check if {who} has the tag mood”'],
  [/\b(?:input|prompt|ask)\b/i, '“ask the player "What is your name?" and store it in name”'],
  [/\bmacro/i, '“use the macro "{macro}"”'],
  [/\b(?:condition|check|test|branch)\b/i, '“check if {number} is at least 3”'],
  [/\b(?:reword|rewrite|replace|edit|words|wording)\b/i, '“change "{a}" to "Gladly"”'],
  [/\b(?:variable|update|change|set|increase|decrease)\b/i, '“increase {number} by 2”'],
  [/\b(?:dis)?connect|\blink\b/i, '“connect {b} to node {node}” or “connect {b} to a new hub”'],
  [/\b(?:between|after|insert)\b/i, '“add content "Rain." after {b}”'],
  [/\b(?:content|text|narration)\b/i, '“add content "The door opens."”']
]

/** The options of an example where the document has no choice. */
export const USUAL = ['Accept', 'Refuse'] as const

/** The example for a part of a request, or the general one. */
export function exampleFor(part: string, document: ArrowDocument): string {
  const { character: who = 'Elena', number = 'gold', options: [a, b] = USUAL, macro = 'Rest', node } = exampleNames(document)
  const names: Readonly<Record<string, string>> = { who, number, a, b, macro, node: String(node) }
  const example = EXAMPLES.find(([pattern]) => pattern.test(part))?.[1] ?? '“add a dialog where {who} offers help, then a choice to accept or refuse”'
  return example.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
}
