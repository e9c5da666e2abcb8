import { type ArrowDocument, type ArrowId, countedNodes, currentScene } from '../../../arrow'
import { listed } from '../../../shared/words/labels'
import { quoted, shown, type LookupScope } from './find'

// What is answered in words alone: questions about the document, and requests that nothing here does.

const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:re)?arrange|lay\s*out|tidy|align|sort|order)\b/i, 'I can’t arrange nodes. Arrange them in your editor.'],
  [/^(?:copy|duplicate|clone|cut|paste)\b/i, 'I can’t copy nodes. Copy and paste them in your editor.'],
  [/^(?:move|drag|shift)\b/i, 'I can’t move nodes. Drag them in your editor.'],
  [
    /^(?:swap|exchange|switch)\b/i,
    'I can’t swap anything. Connect each node anew, as in “connect Refuse to node 5”, or change the texts, as in “change "Yes" to "Gladly"”.'
  ]
]

/** Why a part of a request can't be done, and what does it; undefined for one that isn't known. */
export const refusalOf = (part: string): string | undefined => REFUSALS.find(([pattern]) => pattern.test(part))?.[1]

const ASKS_WHAT_IS_HERE =
  /^(?:what(?:[’']?s|\s+is|\s+are)?\s+(?:there\s+)?(?:(?:in\s+)?here|in\s+(?:the|this)\s+(?:scene|document))|(?:describe|summari[sz]e|show)\s+(?:me\s+)?(?:the|this)\s+(?:scene|document))\s*[?.!]*$/i

/** What the open scene and the document hold, if that is asked. */
export function whatIsHere(message: string, where: LookupScope): string | undefined {
  if (!ASKS_WHAT_IS_HERE.test(message.trim())) return undefined
  const { document } = where
  const { scenes, nodes, characters, variables } = document.resources
  const here = currentScene(where)
  const scene = scenes.get(here)
  if (!scene) return undefined
  const inside = [...scene.map.keys()].flatMap((id) => nodes.get(id) ?? [])
  const count = inside.length === 1 ? '1 node' : `${inside.length} nodes`
  return [
    `The ${scene.macro ? 'macro' : 'scene'} ${quoted(scene.name)} has ${count}: ${countedNodes(inside)}.`,
    `It begins at ${shown(document, scene.entry)}.`,
    ...others(document, here),
    ...(characters.size > 0 ? [`Characters: ${names(characters)}.`] : []),
    ...(variables.size > 0 ? [`Variables: ${names(variables)}.`] : [])
  ].join(' ')
}

/** How many names are listed; the others are counted. */
const MAX_NAMED = 12

const names = (set: ReadonlyMap<ArrowId, { readonly name: string }>): string => listedFew([...set.values()].map(({ name }) => name))
const listedFew = (all: readonly string[]): string =>
  listed(all.length <= MAX_NAMED ? all : [...all.slice(0, MAX_NAMED), `${all.length - MAX_NAMED} more`])

function others({ resources }: ArrowDocument, here: ArrowId): string[] {
  const rest = [...resources.scenes].filter(([id]) => id !== here)
  return rest.length === 0
    ? []
    : [`The document also has ${listedFew(rest.map(([, { name, macro }]) => `the ${macro ? 'macro' : 'scene'} ${quoted(name)}`))}.`]
}
