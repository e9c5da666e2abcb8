import { type ArrowDocument, type ArrowId, countedNodes, currentScene, describeNode, saidBy } from '../../../arrow'
import { listed } from '../../../shared/words/labels'
import { ClarifyingQuestion, findNode, findOutput, isSameName, quoted, shown, type LookupScope } from './find'

// What is answered in words alone: questions about the document, and requests that nothing here does.

const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:re)?arrange|lay\s*out|tidy|align|sort|order)\b/i, 'I can’t arrange nodes. Arrange them in your editor.'],
  [/^(?:copy|duplicate|clone|cut|paste)\b/i, 'I can’t copy nodes. Copy and paste them in your editor.'],
  [/^(?:move|drag|shift)\b/i, 'I can’t move nodes. Drag them in your editor.'],
  [
    /\b(?:shorter|longer|funnier|darker|sadder|translate)\b/i,
    'I can’t write texts of my own. Give the words, as in “change "Yes" to "Gladly"”, or choose a model in the settings.'
  ],
  [
    /^(?:add|create|insert|make)\s+(?:an?|another|some)\s+(?:new\s+)?nodes?\b/i,
    'What kind of node? Say, for example, “add content "The door opens."”, or a dialog, a choice, a condition, a jump, …'
  ],
  [/^let\s+\S.*\b(?:say|tell|ask|answer|reply)\b/i, 'What are the words? Put them in quotes, as in “let Elena say "Stay a while."”.'],
  [
    /^(?:swap|exchange|switch)\b/i,
    'I can’t swap anything. Connect each node anew, as in “connect Refuse to node 5”, or change the texts, as in “change "Yes" to "Gladly"”.'
  ]
]

/** Why a part of a request can't be done, and what does it; undefined for one that isn't known. */
export const refusalOf = (part: string): string | undefined => REFUSALS.find(([pattern]) => pattern.test(part))?.[1]

const ASKS_WHAT_IS_HERE =
  /^(?:what(?:[’']?s|\s+is|\s+are)?\s+(?:there\s+)?(?:(?:in\s+)?here|in\s+(?:the|this)\s+(?:scene|document))|(?:describe|summari[sz]e|show)\s+(?:me\s+)?(?:the|this)\s+(?:scene|document)|how\s+many\s+(?:nodes|scenes|characters|variables)\b.{0,40}?)\s*[?.!]*$/i

const ASKS_WHERE_TO =
  /^(?:what\s+(?:happens|comes|is)\s+(?:next\s+)?after|what\s+follows|where\s+does)\s+["“]?(.+?)["”]?(?:\s+(?:lead|go)(?:\s+to)?)?\s*[?.!]*$/i
const ASKS_WHO = /^who(?:[’']s|\s+is)\s+["“]?(.+?)["”]?\s*[?.!]*$/i

/** Answers a question about the document, such as what it contains, where a node leads or who a character is. Undefined for any other message. */
export function answerAbout(message: string, where: LookupScope): string | undefined {
  const text = message.trim()
  const [, from] = ASKS_WHERE_TO.exec(text) ?? []
  const [, who] = ASKS_WHO.exec(text) ?? []
  return (from === undefined ? undefined : whereTo(from, where)) ?? (who === undefined ? undefined : whoIs(who, where)) ?? whatIsHere(text, where)
}

function whereTo(what: string, where: LookupScope): string | undefined {
  const { document } = where
  const said = (id: ArrowId): string => {
    const text = saidBy(document, document.resources.nodes.get(id) ?? { type: '', name: '', data: {} })
    return text === '' ? shown(document, id) : `${shown(document, id)}: ${quoted(text)}`
  }
  try {
    const option = findOutput(where, what)
    const node = option?.node ?? findNode(where, what.replace(/^the\s+/i, ''))
    if (node === undefined) return undefined
    const targets = (describeNode(document, node)?.connections ?? []).filter(({ from_slot }) => option === undefined || from_slot === option.slot)
    const ids = [...new Set(targets.map(({ to_node_id }) => to_node_id))]
    return ids.length === 0 ? `Nothing follows ${quoted(what)}.` : `${quoted(what)} leads to ${listed(ids.map(said))}.`
  } catch (thrown) {
    if (thrown instanceof ClarifyingQuestion) return thrown.message
    throw thrown
  }
}

function whoIs(name: string, { document }: LookupScope): string | undefined {
  const [id, character] = [...document.resources.characters].find(([, one]) => isSameName(one.name, name)) ?? []
  if (id === undefined || !character) return undefined
  const nodes = [...document.resources.nodes].flatMap(([node, { data }]) => (data['character'] === id ? [String(node)] : []))
  const tags = Object.entries(character.tags ?? {}).map(([key, value]) => `${key} = ${value}`)
  return [
    `${character.name.replaceAll('_', ' ')} is a character of this document.`,
    nodes.length === 0 ? 'No node names them yet.' : `Nodes about them: ${listedFew(nodes)}.`,
    ...(tags.length > 0 ? [`Tags: ${listedFew(tags)}.`] : [])
  ].join(' ')
}

/** What the open scene and the document hold, if that is asked. */
function whatIsHere(message: string, where: LookupScope): string | undefined {
  if (!ASKS_WHAT_IS_HERE.test(message)) return undefined
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
