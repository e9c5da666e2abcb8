import type { ArrowResources, NodeType } from '../../../arrow'

/** One step of a user's request. Names are as written; `lines` are literal texts. */
export type RequestStep =
  | NodeStep
  /** The next step follows this option, branch or node. */
  | { readonly do: 'after'; readonly what: string }
  /** A new node on the connection from one node to another. */
  | { readonly do: 'between'; readonly from: string; readonly to: string; readonly node: NodeStep }
  /** A new node after an option, a branch or a node; what that led to follows the new node. */
  | { readonly do: 'follow'; readonly what: string; readonly node: NodeStep }
  /** A new node before a node: what led to the node leads to the new one. */
  | { readonly do: 'before'; readonly what: string; readonly node: NodeStep }
  /** Nothing follows this option, branch or node. */
  | { readonly do: 'end'; readonly what: string }
  /** A connection from one node or option, or from each of a list, to a node or a new one. */
  | { readonly do: 'connect'; readonly from: string; readonly each: readonly string[]; readonly to: string | NodeStep; readonly output?: string }
  | { readonly do: 'disconnect'; readonly from: string; readonly to: string }
  | { readonly do: 'delete'; readonly kind?: ResourceKind; readonly what: string }
  | { readonly do: 'rename'; readonly kind?: ResourceKind; readonly what: string; readonly to: string }
  /** Whether the reader or chance chooses a line of a dialog. */
  | { readonly do: 'playable'; readonly what: string; readonly isOn: boolean }
  /** The start of a scene or the whole document. */
  | { readonly do: 'entry'; readonly what: string; readonly of: 'scene' | 'document' }
  /** Another text for a node, or for the line or option with these words. */
  | { readonly do: 'text'; readonly what: string; readonly to: string }
  /** One more option of a choice, or line of a dialog. */
  | { readonly do: 'option'; readonly what: string; readonly text: string }
  /** One option of a choice, or line of a dialog, less. `of` names the node. */
  | { readonly do: 'less'; readonly option: string; readonly of?: string }
  | { readonly do: 'skip'; readonly what: string; readonly isOn: boolean }
  /** A colour, as six hexadecimal digits, of a frame, a marker or a character. */
  | { readonly do: 'color'; readonly what: string; readonly color: string; readonly word: string }
  | { readonly do: 'character'; readonly name: string; readonly color?: string }
  | { readonly do: 'variable'; readonly name: string; readonly type?: 'num' | 'str' | 'bool'; readonly value?: string }
  | { readonly do: 'scene'; readonly name: string; readonly macro: boolean }

type Data = Readonly<Record<string, unknown>>

interface Speech<Type> {
  readonly do: Type
  readonly who?: string
  readonly lines: readonly string[]
  readonly about: string
}
export type SpeechStep = Speech<'dialog'> | Speech<'monolog'>

/** A step that adds nodes. `data` has the form of the protocol's functions. */
export type NodeStep =
  | SpeechStep
  | { readonly do: 'content'; readonly lines: readonly string[]; readonly about: string; readonly title?: string }
  | { readonly do: 'choice'; readonly options: readonly string[] }
  | { readonly do: 'condition'; readonly variable: string; readonly operator: string; readonly value: string }
  | {
      readonly do: 'update'
      readonly variable: string
      readonly operation: 'set' | 'add' | 'subtract' | 'multiply' | 'divide'
      readonly value: string
    }
  | { readonly do: 'generate'; readonly variable: string; readonly data: Data }
  | { readonly do: 'input'; readonly variable: string; readonly prompt: string }
  | { readonly do: 'tag'; readonly type: 'tag_edit' | 'tag_match'; readonly who: string; readonly data: Data }
  | { readonly do: 'jump'; readonly to: string; readonly kind?: 'scene' | 'marker'; readonly reason?: string }
  | { readonly do: 'macro'; readonly name: string }
  /** A node without further requirements. `words` describe the action. */
  | { readonly do: 'node'; readonly type: NodeType; readonly data: Data; readonly words: string }

export type ResourceKind = 'node' | 'character' | 'variable' | 'scene'

const NODE_STEPS: ReadonlySet<RequestStep['do']> = new Set<NodeStep['do']>([
  'dialog',
  'monolog',
  'content',
  'choice',
  'condition',
  'update',
  'generate',
  'input',
  'tag',
  'jump',
  'macro',
  'node'
])
export const isNodeStep = (step: RequestStep): step is NodeStep => NODE_STEPS.has(step.do)

/** What has a name besides nodes, with the set of a document that holds it. */
export const NAMED: readonly (readonly [Exclude<ResourceKind, 'node'>, keyof ArrowResources])[] = [
  ['character', 'characters'],
  ['variable', 'variables'],
  ['scene', 'scenes']
]
