import { useCallback, useMemo, type ReactElement } from 'react'
import {
  type ArrowDocument,
  type ArrowId,
  connect,
  type Connection,
  disconnect,
  freeInput,
  freeOutput,
  isNodeType,
  moveToScene,
  NODE_TYPE_FACTS,
  NODE_TYPES,
  type NodeType,
  slotCounts
} from '../../arrow'
import { Chooser } from '../ui/Chooser'
import { ChooseEvent, NewStoryEvent } from './attach/ChooseEvent'
import { addNode, previousOf } from './add'
import { FindDialog } from './find/FindDialog'
import { nodeChoices } from './form/pickers'
import { edit, selectedNow, showNode } from './edits'
import { edgeId } from './graph/scene-graph'
import { slotWords } from './graph/cards'
import { nodeLabel } from './outline/rows'
import { useDocumentView } from './document-view'
import { useArrow, type ArrowQuestion } from './state'
import { arrowTexts } from './arrow-texts'
import { clipped } from '../../shared/words/clipped'

const t = arrowTexts
const close = (): void => useArrow.set({ question: undefined })

/** The scene editor's dialogs above the window: for a type, a node, a scene, or a search. */
export function ArrowQuestions(): ReactElement | null {
  const question = useArrow((s) => s.question)
  const shown = useDocumentView()
  if (!question || !shown) return null
  const { document, scene } = shown
  const place = { document, scene }
  switch (question.what) {
    case 'add':
      return <ChooseType where={question} {...place} />
    case 'connect':
      return <ChooseOutput key={`${question.from} ${question.slot ?? ''}`} from={question.from} slot={question.slot} {...place} />
    case 'reroute':
      return <ChooseEnd replaces={question.connection} from={question.connection[0]} slot={question.connection[1]} {...place} />
    case 'move':
      return <ChooseScene {...place} />
    case 'find':
      return <FindDialog {...place} onClose={close} />
    case 'attach':
      return <ChooseEvent path={shown.path} onClose={close} />
    case 'event':
      return <NewStoryEvent path={shown.path} title={document.title} onClose={close} />
    default:
      return null
  }
}

/** The document and the scene that a question is about. */
interface InScene {
  document: ArrowDocument
  scene: ArrowId
}

/** The types in the order of usefulness to writers. */
const ORDER: readonly NodeType[] = ['dialog', 'content', 'interaction', 'monolog', 'condition', 'variable_update', 'jump', ...NODE_TYPES]

function ChooseType({ where, document, scene }: InScene & { where: Extract<ArrowQuestion, { what: 'add' }> }): ReactElement {
  const isMacro = document.resources.scenes.get(scene)?.macro === true
  const types = useMemo(
    () =>
      [...new Set(ORDER)]
        .filter(
          (type) =>
            !(isMacro && type === 'macro_use') && !(where.between && (NODE_TYPE_FACTS[type].inputs === 0 || NODE_TYPE_FACTS[type].outputs === 0))
        )
        .map((type) => ({ id: type, type, label: `${t.types[type]} – ${t.about[type]}` })),
    [isMacro, where.between]
  )
  const after = previousOf(where)
  const now = where.between ? 'between two nodes' : after === undefined ? undefined : `after ${clipped(nodeLabel(document, after), 60)}`
  return (
    <Chooser
      title="Add a node"
      {...(now === undefined ? {} : { now })}
      placeholder="Type of the new node"
      none="No type matches."
      find={(query) => {
        const wanted = query.trim().toLowerCase()
        const begins = types.filter(({ label }) => label.toLowerCase().startsWith(wanted))
        return [...begins, ...types.filter((one) => !begins.includes(one) && one.label.toLowerCase().includes(wanted))]
      }}
      onChoose={({ type }) => addNode(type, where)}
      onClose={close}
    />
  )
}

/** Asks for an output if a node has several, then for the node to connect it to. */
function ChooseOutput({ from, slot, document, scene }: InScene & { from: ArrowId; slot: number | undefined }): ReactElement | null {
  const node = document.resources.nodes.get(from)
  const count = node && isNodeType(node.type) ? slotCounts(node).outputs : 0
  const find = useCallback(
    (query: string) => {
      const io = document.resources.scenes.get(scene)?.map.get(from)?.io ?? []
      const outputs = Array.from({ length: count }, (_, k) => {
        const to = io.find(([, one]) => one === k)?.[2]
        const words = node ? slotWords(node, k) : ''
        return { id: String(k), slot: k, label: to === undefined ? t.outline.open(words) : t.outline.leadsTo(words, nodeLabel(document, to)) }
      })
      return outputs.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
    },
    [document, scene, from, count, node]
  )
  if (!node || count === 0) return null
  const only = slot ?? (count === 1 ? 0 : undefined)
  if (only !== undefined) return <ChooseEnd from={from} slot={only} document={document} scene={scene} />
  const first = freeOutput(document, from)
  return (
    <Chooser
      title="Connect which output?"
      now={clipped(nodeLabel(document, from), 60)}
      placeholder={first === undefined ? '' : slotWords(node, first)}
      none={t.choose.none}
      find={find}
      // By then the layer has closed, and with it this question.
      onChoose={(output) => useArrow.set({ question: { what: 'connect', from, slot: output.slot } })}
      onClose={close}
    />
  )
}

/** Asks for the target of an output; `replaces` is its previous target. */
function ChooseEnd({ from, slot, replaces, document, scene }: InScene & { from: ArrowId; slot: number; replaces?: Connection }): ReactElement {
  const map = document.resources.scenes.get(scene)?.map
  const find = useCallback(
    (query: string) => nodeChoices(document, query, scene, (id) => id !== from && map?.has(id) === true && hasInput(document, id)),
    [document, scene, from, map]
  )
  return (
    <Chooser
      title="Connect to"
      now={clipped(nodeLabel(document, from), 60)}
      placeholder={t.choose.node}
      none={t.choose.none}
      find={find}
      onChoose={({ pick }) => {
        const input = freeInput(document, pick)
        const connection: Connection = [from, slot, pick, input]
        edit((now) => connect(replaces ? disconnect(now, replaces) : now, connection), {
          selection: replaces ? [{ kind: 'edge', id: edgeId(connection) }] : [{ kind: 'node', id: String(from) }]
        })
      }}
      onClose={close}
    />
  )
}

/** Whether a node has an input. */
function hasInput(document: ArrowDocument, id: ArrowId): boolean {
  const node = document.resources.nodes.get(id)
  return node !== undefined && (!isNodeType(node.type) || slotCounts(node).inputs > 0)
}

function ChooseScene({ document, scene }: InScene): ReactElement {
  const { scenes } = document.resources
  const find = useCallback(
    (query: string) =>
      [...scenes]
        .filter(([id, { name }]) => id !== scene && name.toLowerCase().includes(query.trim().toLowerCase()))
        .map(([pick, { name, macro }]) => ({ id: String(pick), pick, label: name, ...(macro ? { group: t.head.macro } : {}) })),
    [scenes, scene]
  )
  return (
    <Chooser
      title="Move to scene"
      placeholder={t.choose.sceneName}
      none="No scene matches."
      find={find}
      onChoose={({ pick }) => {
        const ids = selectedNow()
        const [first] = ids
        if (
          edit((now) => moveToScene(now, ids, pick), { scene: pick, selection: ids.map((id) => ({ kind: 'node', id: String(id) })) }) &&
          first !== undefined
        )
          showNode(first)
      }}
      onClose={close}
    />
  )
}
