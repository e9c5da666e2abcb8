import { Minus, PencilLine, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, changeWords, type Connection } from '../../../arrow'
import { Pages } from '../../ui/Pages'
import { showNode, showScene } from '../edits'
import { typeLabel } from '../graph/cards'
import { nodeLabel } from '../outline/rows'
import { keepChanges, undoChanges } from './changes'
import { assistantTexts as t } from './assistant-texts'
import type { ShownChanges } from './use-changes'
import { Button } from '../../ui/Parts'

type Mark = 'added' | 'changed' | 'removed'
interface ChangeRow {
  key: string
  mark: Mark
  kind: string
  name: string
  /** Shows it on the graph; absent for removed items and items without a place. */
  show?: () => void
}

interface ChangesProps {
  path: string
  document: ArrowDocument
  changes: ShownChanges
  isClosed: boolean
}

const ICONS = { added: Plus, changed: PencilLine, removed: Minus }

/** The changes of the last request, each with its place, and the buttons to keep or undo all of them. */
export function AssistantChanges({ path, document, changes, isClosed }: ChangesProps): ReactElement {
  const rows = rowsOf(document, changes)
  return (
    <section className="assistant-changes" aria-label="What the assistant changed">
      <h3>{`The assistant ${changeWords(changes.base, document)}.`}</h3>
      <Pages
        className="assistant-rows"
        items={rows}
        renderRow={({ mark, kind, name, show }) => {
          const Icon = ICONS[mark]
          const words = (
            <>
              <Icon size={12} aria-hidden="true" /> <span className="clip">{name}</span> <span className="quiet">{kind}</span>
            </>
          )
          return show ? (
            <button type="button" className={`assistant-row is-${mark}`} aria-label={t.row(t.marks[mark], kind, name)} onClick={show}>
              {words}
            </button>
          ) : (
            <p className={`assistant-row is-${mark}`}>
              <span className="unseen">{t.row(t.marks[mark], kind, name)}</span>
              <span className="assistant-row-words" aria-hidden="true">
                {words}
              </span>
            </p>
          )
        }}
      />
      <p className="assistant-choice">
        <Button label="Keep changes" small main disabled={isClosed} onClick={() => keepChanges(path)} />
        <Button label="Undo changes" small disabled={isClosed} onClick={() => undoChanges(path)} />
      </p>
    </section>
  )
}

function rowsOf(now: ArrowDocument, { base, diff }: ShownChanges): ChangeRow[] {
  const each = (
    set: 'nodes' | 'scenes' | 'variables' | 'characters',
    row: (id: ArrowId, document: ArrowDocument) => { kind: string; name: string; show?: () => void }
  ): ChangeRow[] => {
    const { added, changed, removed } = diff[set]
    const marked = [...added.map((id) => [id, 'added'] as const), ...changed.map(({ id }) => [id, 'changed'] as const)]
    return [
      ...marked.map(([id, mark]) => ({ key: `${set} ${id}`, mark, ...row(id, now) })),
      ...removed.map((id) => ({ key: `${set} ${id}`, mark: 'removed' as const, kind: row(id, base).kind, name: row(id, base).name }))
    ]
  }
  const connection = (mark: 'added' | 'removed', [from, slot, to]: Connection): ChangeRow => {
    const document = mark === 'added' ? now : base
    const name = `${nodeLabel(document, from)} → ${nodeLabel(document, to)}`
    const key = `connection ${mark} ${from} ${slot} ${to}`
    return { key, mark, kind: 'connection', name, ...(mark === 'added' && { show: () => showNode(to) }) }
  }
  return [
    ...each('nodes', (id, document) => ({
      kind: typeLabel(document.resources.nodes.get(id)?.type ?? ''),
      name: nodeLabel(document, id),
      show: () => showNode(id)
    })),
    ...diff.connections.added.map((one) => connection('added', one)),
    ...diff.connections.removed.map((one) => connection('removed', one)),
    ...each('scenes', (id, { resources }) => ({ kind: 'scene', name: resources.scenes.get(id)?.name ?? '', show: () => showScene(id) })),
    ...each('variables', (id, { resources }) => ({ kind: 'variable', name: resources.variables.get(id)?.name ?? '' })),
    ...each('characters', (id, { resources }) => ({ kind: 'character', name: resources.characters.get(id)?.name ?? '' })),
    ...diff.document.map((name): ChangeRow => ({ key: `document ${name}`, mark: 'changed', kind: 'document', name }))
  ]
}
