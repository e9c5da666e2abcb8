import { type ArrowCall, type ArrowDocument, type ArrowId, type ArrowNode, dataOf, describeNode } from '../../../arrow'
import { isSameText, optionsOf } from './find'

type Data = Readonly<Record<string, unknown>>

/** The members with a node's texts; the first one is the default. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  content: ['content', 'title'],
  monolog: ['monolog'],
  marker: ['label'],
  frame: ['label'],
  entry: ['plaque'],
  user_input: ['prompt']
}
const LISTS: Readonly<Record<string, string>> = { dialog: 'lines', interaction: 'actions' }

/** The data of a node with a replaced text: the one with the given words, or the only one. Undefined if it is ambiguous. */
export function reworded(node: ArrowNode, what: string, to: string): Data | undefined {
  const list = LISTS[node.type]
  if (list !== undefined) {
    const texts = optionsOf({ ...node, data: { [list]: dataOf(node, list) ?? [] } })
    const at = texts.length === 1 ? 0 : texts.findIndex((text) => isSameText(text, what))
    return at < 0 ? undefined : { [list]: texts.map((text, k) => (k === at ? to : text)) }
  }
  const members = TEXTS[node.type]
  const isCalled = (name: string): boolean => {
    const text = dataOf(node, name)
    return typeof text === 'string' && isSameText(text, what)
  }
  const member = members?.find(isCalled) ?? members?.[0]
  return member === undefined ? undefined : { [member]: to }
}

/** The data of a choice or a dialog with one more text at its end. Connections keep their slots. */
export function withOption(node: ArrowNode, text: string): Data | undefined {
  const list = LISTS[node.type]
  return list === undefined ? undefined : { [list]: [...optionsOf({ ...node, data: { [list]: dataOf(node, list) ?? [] } }), text] }
}

/** The calls that remove one option of a node. The options after it keep what they lead to, although their outputs have other numbers then. */
export function optionRemoval(document: ArrowDocument, node: ArrowId, at: number, known: (id: ArrowId) => string | ArrowId): ArrowCall[] {
  const there = document.resources.nodes.get(node)
  const options = optionsOf(there)
  const connections = describeNode(document, node)?.connections ?? []
  const calls: ArrowCall[] = []
  for (let slot = at; slot < options.length; slot++) {
    const [mine, next] = [slot, slot + 1].map((one) => connections.find(({ from_slot }) => from_slot === one))
    const end = next ?? mine
    if (!end) continue
    const input = { from_node_id: known(node), to_node_id: known(end.to_node_id), from_slot: slot, to_slot: end.to_slot }
    calls.push({ function: next ? 'create_connection' : 'delete_connection', arguments: input })
  }
  const data = { [LISTS[there?.type ?? ''] ?? 'actions']: options.filter((_, k) => k !== at) }
  return [...calls, { function: 'update_node', arguments: { node_id: known(node), data } }]
}
