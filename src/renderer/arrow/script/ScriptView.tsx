import { CornerDownRight, CornerLeftUp, MoveRight } from 'lucide-react'
import { memo, useEffect, useRef, type CSSProperties, type ReactElement } from 'react'
import {
  type ArrowCharacter,
  type ArrowDocument,
  type ArrowId,
  breakLine,
  isWritten,
  removeRow,
  type ScriptRow,
  rowOf,
  type Script
} from '../../../arrow'
import { isFocusFree } from '../../ui/keep-focus'
import { Blank, Button } from '../../ui/Parts'
import { TextRow } from './TextRow'
import { scriptTexts as t } from './script-texts'
import type { RowPlace } from './use-shown-rows'
import { useScript, type ScriptActions, type ScriptProps } from './use-script'
import { clipped } from '../../../shared/words/clipped'
import './script.css'

/** A scene as an editable screenplay: every row is a node or one of its outputs. */
export function ScriptView(props: ScriptProps): ReactElement {
  const page = useRef<HTMLDivElement>(null)
  const { script, shown, actions } = useScript(props, page)
  const { document, scene: sceneId, selection, isEditable } = props
  const scene = document.resources.scenes.get(sceneId)
  const isUnwritten = script.rows.length === 1 && isEditable
  useEffect(() => {
    if (isUnwritten && isFocusFree()) page.current?.querySelector<HTMLElement>('.script-start button')?.focus()
  }, [isUnwritten])
  if (!scene) return <Blank title={t.missing} />
  const picked = new Set(selection)
  const [first] = script.rows
  return (
    <div className="script">
      <section ref={page} className="script-scroll" aria-label={t.label(scene.name)} tabIndex={-1}>
        <ol className={shown.height === undefined ? 'script-page' : 'script-page long'} style={{ height: shown.height }}>
          {shown.rows.map(({ row, place }) => (
            <RowView
              key={row.key}
              row={row}
              place={place}
              isPlaying={props.playing?.has(row.node) === true && row.kind !== 'link' && row.kind !== 'part'}
              isPicked={picked.has(row.node) && row.kind !== 'link' && row.kind !== 'part'}
              target={row.target === undefined && row.kind !== 'part' ? undefined : nameOf(document, script, row.target ?? row.node)}
              characters={document.resources.characters}
              isEditable={isEditable}
              actions={actions}
            />
          ))}
        </ol>
        {isUnwritten && first && (
          <div className="script-start">
            <p>{t.empty}</p>
            <Button label={t.start} main onClick={() => actions.run(first, (at) => breakLine(at, first.text.length))} />
          </div>
        )}
      </section>
      {isEditable && (
        <footer className="script-keys">
          {t.keys.map(([key, does]) => (
            <span key={key}>
              <kbd>{key}</kbd> {does}
            </span>
          ))}
        </footer>
      )}
    </div>
  )
}

/** The label of a link's target: the row's text, otherwise its node's name. */
function nameOf({ resources }: ArrowDocument, script: Script, node: ArrowId): string {
  const text = rowOf(script, node)?.text.trim().replace(/\s+/gu, ' ') ?? ''
  const name = text === '' ? (resources.nodes.get(node)?.name ?? '') : text
  return clipped(name, 40)
}

interface RowViewProps {
  row: ScriptRow
  /** Where it is in a long script. */
  place: RowPlace | undefined
  isPicked: boolean
  isPlaying: boolean
  /** The label of the target row. */
  target: string | undefined
  characters: ReadonlyMap<ArrowId, ArrowCharacter>
  isEditable: boolean
  actions: ScriptActions
}

const RowView = memo(
  function RowView({ row, place, isPicked, isPlaying, target, characters, isEditable, actions }: RowViewProps): ReactElement {
    const style: CSSProperties & Record<'--depth', number> = { '--depth': row.depth, top: place?.top }
    return (
      <li
        ref={place?.measure}
        data-index={place?.number}
        aria-posinset={place && place.number + 1}
        aria-setsize={place?.count}
        data-row={row.key}
        aria-current={isPlaying ? 'step' : undefined}
        className={`script-row is-${row.kind}${isPicked ? ' picked' : ''}${isPlaying ? ' playing' : ''}${row.skipped ? ' skipped' : ''}`}
        style={style}
      >
        {isWritten(row) ? (
          <TextRow row={row} characters={characters} isEditable={isEditable} actions={actions} />
        ) : row.kind === 'part' ? (
          <h3>{row.text === '' && target ? t.elsewhereFrom(target) : t.elsewhere}</h3>
        ) : (
          <QuietRow row={row} target={target} actions={actions} />
        )}
      </li>
    )
  },
  (a, b) =>
    a.isPicked === b.isPicked &&
    a.isPlaying === b.isPlaying &&
    a.target === b.target &&
    a.characters === b.characters &&
    a.isEditable === b.isEditable &&
    a.actions === b.actions &&
    a.place?.number === b.place?.number &&
    a.place?.top === b.place?.top &&
    a.place?.count === b.place?.count &&
    sameRow(a.row, b.row)
)

const sameRow = (a: ScriptRow, b: ScriptRow): boolean =>
  a === b ||
  ((['key', 'kind', 'depth', 'node', 'slot', 'text', 'character', 'target', 'down', 'skipped', 'chance'] as const).every(
    (name) => a[name] === b[name]
  ) &&
    a.inside?.node === b.inside?.node &&
    a.inside?.slot === b.inside?.slot)

/** A row that is a button: chips and branches select their node, links and jumps lead to targets. Delete removes it, Enter adds a row. */
function QuietRow({ row, target, actions }: Pick<RowViewProps, 'row' | 'target' | 'actions'>): ReactElement {
  const leads = row.kind === 'link' || row.kind === 'jump'
  const words = leads ? leadWords(row, target) : row.text
  return (
    <button
      type="button"
      data-focus
      className="script-chip"
      aria-label={leads ? words : t.select(words)}
      onFocus={() => actions.onFocus(row)}
      onClick={() => (leads && row.target !== undefined ? actions.goTo(row.target) : actions.select(row))}
      onKeyDown={(event) => {
        const isDone =
          event.key === 'Delete' || event.key === 'Backspace'
            ? actions.run(row, removeRow)
            : event.key === 'ArrowDown' || event.key === 'ArrowUp'
              ? actions.move(row, event.key === 'ArrowDown' ? 1 : -1)
              : event.key === 'Enter' && !leads && actions.run(row, (at) => breakLine(at, 0))
        if (!isDone) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {row.kind === 'jump' ? (
        <MoveRight size={13} aria-hidden="true" />
      ) : row.down ? (
        <CornerDownRight size={13} aria-hidden="true" />
      ) : row.kind === 'link' ? (
        <CornerLeftUp size={13} aria-hidden="true" />
      ) : null}
      {words}
      {row.skipped && <span className="script-mark">{t.skipped}</span>}
    </button>
  )
}

function leadWords({ kind, down, text }: ScriptRow, target: string | undefined): string {
  if (kind === 'link') return down ? t.link(target ?? '') : t.back(target ?? '')
  const to = target === undefined || target === '' ? t.jumpNowhere : t.jump(target)
  return text === '' ? to : `${to}: ${text}`
}
