import { Minus, PencilLine, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, changeWords } from '../../../arrow'
import { Pages } from '../../ui/Pages'
import { showNode, showScene } from '../edits'
import { typeLabel } from '../graph/cards'
import { nodeLabel } from '../outline/rows'
import { keepChanges, undoChanges } from './changes'
import { assistantTexts as t } from './texts'
import type { ShownChanges } from './use-changes'

type Mark = 'added' | 'changed' | 'removed'
interface ChangeRow {
  key: string
  mark: Mark
  kind: string
  name: string
  /** Shows it on the graph; absent for removed items and items without a place. */
  show?: () => void
}

const ICONS = { added: Plus, changed: PencilLine, removed: Minus }

/** The changes of the last request, each with its place, and the buttons to keep or undo all of them. */
export function Changes({
  path,
  document,
  changes,
  isClosed
}: {
  path: string
  document: ArrowDocument
  changes: ShownChanges
  isClosed: boolean
}): ReactElement {
  const rows = rowsOf(document, changes)
  return (
    <section className="assistant-changes" aria-label={t.changes}>
      <h3>{t.summary(changeWords(changes.base, document))}</h3>
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
        <button type="button" className="button small main" disabled={isClosed} onClick={() => keepChanges(path)}>
          {t.keep}
        </button>
        <button type="button" className="button small" disabled={isClosed} onClick={() => undoChanges(path)}>
          {t.undo}
        </button>
      </p>
    </section>
  )
}

function rowsOf(now: ArrowDocument, { base, diff }: ShownChanges): ChangeRow[] {
  const rows: ChangeRow[] = []
  const each = (set: 'nodes' | 'scenes' | 'variables' | 'characters', add: (id: ArrowId, mark: Mark, document: ArrowDocument) => void): void => {
    for (const id of diff[set].added) add(id, 'added', now)
    for (const { id } of diff[set].changed) add(id, 'changed', now)
    for (const id of diff[set].removed) add(id, 'removed', base)
  }
  each('nodes', (id, mark, document) =>
    rows.push({
      key: `node ${id}`,
      mark,
      kind: typeLabel(document.resources.nodes.get(id)?.type ?? ''),
      name: nodeLabel(document, id),
      ...(mark === 'removed' ? {} : { show: () => showNode(id) })
    })
  )
  for (const [mark, list] of [
    ['added', diff.connections.added],
    ['removed', diff.connections.removed]
  ] as const)
    for (const [from, slot, to] of list) {
      const document = mark === 'added' ? now : base
      const name = t.connection(nodeLabel(document, from), nodeLabel(document, to))
      rows.push({
        key: `connection ${mark} ${from} ${slot} ${to}`,
        mark,
        kind: t.kinds.connection,
        name,
        ...(mark === 'added' && { show: () => showNode(to) })
      })
    }
  each('scenes', (id, mark, document) =>
    rows.push({
      key: `scene ${id}`,
      mark,
      kind: t.kinds.scene,
      name: document.resources.scenes.get(id)?.name ?? '',
      ...(mark === 'removed' ? {} : { show: () => showScene(id) })
    })
  )
  each('variables', (id, mark, { resources }) =>
    rows.push({ key: `variable ${id}`, mark, kind: t.kinds.variable, name: resources.variables.get(id)?.name ?? '' })
  )
  each('characters', (id, mark, { resources }) =>
    rows.push({ key: `character ${id}`, mark, kind: t.kinds.character, name: resources.characters.get(id)?.name ?? '' })
  )
  for (const name of diff.document) rows.push({ key: `document ${name}`, mark: 'changed', kind: t.kinds.document, name })
  return rows
}
