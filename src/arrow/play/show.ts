import { type ArrowValue, ANONYMOUS } from '../document'
import { dataOf, isNodeType, NODE_TYPE_FACTS } from '../node-types'
import { leadingInteger } from './coercion'
import type { PlayDraft } from './draft'
import { checkInputNode } from './input'
import type { PlayableNode } from './playable'
import type { ShownNode } from './state'

/** The constant contents of nodes in both kinds of play; null for those whose texts have placeholders or problems. */
const constant = { runtime: new WeakMap<PlayableNode, ShownNode | null>(), own: new WeakMap<PlayableNode, ShownNode | null>() }

/** The page contents of a node, with its placeholders replaced. Throws what the runtime throws where it can't show the node. */
export function show(draft: PlayDraft, playable: PlayableNode): ShownNode {
  const known = constant[draft.compat ? 'runtime' : 'own']
  const before = known.get(playable)
  if (before) return before
  const events = draft.events.length
  const shown = shownBy(draft, playable)
  if (before === undefined) known.set(playable, draft.events.length > events || exposes(playable) ? null : shown)
  return shown
}

/** Whether a node's texts may have a placeholder. */
const exposes = ({ node }: PlayableNode): boolean =>
  isNodeType(node.type) && NODE_TYPE_FACTS[node.type].exposes.some((member) => JSON.stringify(node.data[member] ?? '').includes('{'))

function shownBy(draft: PlayDraft, playable: PlayableNode): ShownNode {
  const { node, id } = playable
  switch (node.type) {
    case 'content': {
      const [title, text] = [textOr(node.data['title']), textOr(node.data['content'])]
      const brief = node.data['brief']
      return {
        ...(title === '' ? {} : { title: draft.exposed(title, id) }),
        ...(typeof brief === 'string' ? { brief: draft.exposed(brief, id) } : {}),
        ...(text === '' ? {} : { text: draft.exposed(text, id) })
      }
    }
    case 'monolog': {
      const text = textOr(node.data['monolog'])
      const character = speaker(draft, node.data['character'])
      if (character === undefined && draft.compat) draft.broken(id, '', 'ANONYMOUS_CHARACTER is not defined')
      return { character: character ?? ANONYMOUS.name, ...(text === '' ? {} : { text: draft.exposed(text, id) }) }
    }
    case 'dialog': {
      const character =
        Object.hasOwn(node.data, 'character') || !draft.compat ? { character: speaker(draft, node.data['character']) ?? ANONYMOUS.name } : {}
      return { ...character, lines: options(draft, playable, 'lines'), playable: node.data['playable'] === true }
    }
    case 'interaction':
      return { actions: options(draft, playable, 'actions') }
    case 'user_input': {
      const prompt = draft.compat ? node.data['prompt'] : dataOf(node, 'prompt')
      const shown = prompt === undefined ? {} : { prompt: draft.exposed(textOf(draft, playable, prompt), id) }
      checkInputNode(draft, playable)
      return shown
    }
    case 'macro_use':
      return macroShown(draft, playable)
    case 'frame':
      if (!draft.compat) draft.problem(id, `Frame ${draft.name(id)} is played, but a frame only groups nodes. Let the jump lead to a node inside it.`)
      return {}
    default:
      return {}
  }
}

const textOr = (value: ArrowValue | undefined): string => (typeof value === 'string' ? value : '')

/** Requires a text; the runtime throws for any other value. */
function textOf(draft: PlayDraft, { id }: PlayableNode, value: ArrowValue | undefined): string {
  if (typeof value === 'string') return value
  draft.broken(
    id,
    `Node ${draft.name(id)} has a text that isn’t one. Write it again.`,
    'Unable to process exposure: the text shall be of type string.'
  )
  return JSON.stringify(value) ?? ''
}

function speaker(draft: PlayDraft, id: ArrowValue | undefined): string | undefined {
  return draft.doc.document.resources.characters.get(leadingInteger(id, -1))?.name
}

const RUNTIME_NAMES = { lines: 'Dialog', actions: 'Interaction' } as const

function options(draft: PlayDraft, playable: PlayableNode, member: 'lines' | 'actions'): string[] {
  const { node, id } = playable
  const listed = draft.compat ? node.data[member] : dataOf(node, member)
  if (!Array.isArray(listed) || listed.length === 0) {
    draft.broken(
      id,
      `Node ${draft.name(id)} has no ${member}, so its story line ends here. Add one, or delete the node.`,
      `Unable to create \`${RUNTIME_NAMES[member]}\` node! No \`${member}\` exist!`
    )
    return []
  }
  return listed.map((one: ArrowValue) => draft.exposed(textOf(draft, playable, one), id))
}

function macroShown(draft: PlayDraft, { node, id }: PlayableNode): ShownNode {
  if (!draft.compat) return {}
  const macro = leadingInteger(node.data['macro'], -1)
  const { scenes, nodes, variables, characters } = draft.doc.document.resources
  if (macro < 0) draft.broken(id, '', "Cannot read properties of undefined (reading 'name')")
  else if (!scenes.has(macro) && !nodes.has(macro) && !variables.has(macro) && !characters.has(macro))
    draft.broken(id, '', `Corrupt Project Data! Node ${node.name} (macro_use) links to no valid macro (scene) resource.`)
  return {}
}
