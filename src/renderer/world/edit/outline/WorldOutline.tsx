import { MapPinPlus, PanelLeftClose, Plus } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactElement, useRef, type KeyboardEvent } from 'react'
import { Outline, type LinePlace } from '../../../canvas/Outline'
import { updateMap, useSession, selectOnMap, openForm } from '../../../session'
import type { MapState } from '../../../store/map-state'
import { keyOf } from '../../../store/renames'
import { Blank, CommandButton } from '../../../ui/Parts'
import { placesByName, rowsOf, withOpenParents, type WorldOutlineRow, type OutlineWorld } from './rows'
import { counted } from '../../../ui/amounts'
import { WORLD_MENU } from '../commands'
import { addPlace, addRegion, rename } from '../edit-world'
import { focusOutline, focusForm } from '../focus'
import { editTexts } from '../texts'
import { own } from '../../../../shared/base/json'
import { OutlineRow } from '../../../canvas/OutlineRow'
import { heatTexts } from '../../heat/texts'
import { visitsNow } from '../../heat/use-heat'
import { flushSync } from 'react-dom'
import type { TreeActions } from '../../../canvas/use-tree-keys'

const OUTLINE_ACTIONS: TreeActions<WorldOutlineRow> = {
  commands: {
    a: 'place.add',
    insert: 'place.add',
    'shift+insert': 'region.add',
    c: 'place.connect',
    m: 'place.move',
    f2: 'world.rename',
    delete: 'world.remove'
  },
  // Only rows of the same kind as the last one: places are moved and connected together, but not with their regions.
  onSelect: (rows) => selectOnMap(...rows.filter(({ what }) => what === rows.at(-1)?.what).map(({ what, id }) => ({ what, id }))),
  onToggle: ({ what, id, key }) => {
    const { selection } = useSession.getState().mapState
    const others = selection.filter((one) => keyOf(one) !== key)
    selectOnMap(...others, ...(others.length < selection.length && others.length > 0 ? [] : [{ what, id }]))
  },
  onFold: (key, open) => updateMap({ folds: { ...useSession.getState().mapState.folds, [key]: open } }),
  onOpen: ({ what, id }) => {
    // Rendered synchronously, so that the next key goes to the form.
    flushSync(() => openForm({ what, id }))
    focusForm()
  }
}

const LINE_HEIGHT_PX = 28

/** A line of the outline: a row of the world, or the input for the name of something new. */
type Line = WorldOutlineRow | { key: string; naming: 'place' | 'region'; level: 1 | 2; above?: number }

function linesOf(rows: readonly WorldOutlineRow[], naming: MapState['naming']): readonly Line[] {
  if (naming === '+region') return [...rows, { key: naming, naming: 'region', level: 1 }]
  if (!naming?.startsWith('+place:')) return rows
  const at = rows.findIndex(({ key }) => key === `region:${naming.slice('+place:'.length)}`)
  return [...rows.slice(0, at + 1), { key: naming, naming: 'place', level: 2 }, ...rows.slice(at + 1)]
}

const NONE: OutlineWorld = { regions: {}, places: {}, journeys: {} }

/** The world as a tree of regions, places and journeys, for the keyboard and screen readers. */
export function WorldOutline(): ReactElement {
  const regions = useSession((s) => s.snapshot?.state.regions) ?? NONE.regions
  const places = useSession((s) => s.snapshot?.state.places) ?? NONE.places
  const journeys = useSession((s) => s.snapshot?.state.journeys) ?? NONE.journeys
  const folds = useSession((s) => s.mapState.folds)
  const selection = useSession((s) => s.mapState.selection)
  const naming = useSession((s) => s.mapState.naming)
  const [query, setQuery] = useState('')
  const world = useMemo(() => ({ regions, places, journeys }), [regions, places, journeys])
  const last = selection.at(-1)
  // A selection from elsewhere opens the rows above it. A row that is closed afterwards stays closed.
  useEffect(() => {
    const { mapState, snapshot } = useSession.getState()
    const opened = last && snapshot ? withOpenParents(snapshot.state, mapState.folds, last) : mapState.folds
    if (opened !== mapState.folds) updateMap({ folds: opened })
  }, [last])
  const rows = useMemo(() => rowsOf(world, folds, query), [world, folds, query])
  const lines = useMemo(() => linesOf(rows, naming), [rows, naming])
  const lastKey = last && keyOf(last)
  const marked = useMemo(() => new Set(selection.map(keyOf)), [selection])
  const all = placesByName(places).length
  const found = useMemo(() => rows.reduce((sum, row) => sum + (row.what === 'region' ? Number(row.note) : 0), 0), [rows])
  return (
    <Outline
      treeId="outline"
      title="Outline"
      label="Regions, places and journeys"
      selectsSeveral
      search={{ label: 'Search places', query, onQuery: setQuery }}
      buttons={
        <>
          <CommandButton id="place.add" className="small" icon={<MapPinPlus size={14} />} />
          <CommandButton id="region.add" className="small" icon={<Plus size={14} />} />
          <CommandButton id="outline" className="small" label="Hide the outline" icon={<PanelLeftClose size={14} />} />
        </>
      }
      rows={rows}
      lines={lines}
      lineHeightPx={LINE_HEIGHT_PX}
      active={lastKey}
      inSight={naming ?? lastKey}
      actions={OUTLINE_ACTIONS}
      menu={WORLD_MENU}
      renderLine={(line, place) =>
        'naming' in line || line.key === naming ? (
          <NameRow key={line.key} line={line} top={place.top} />
        ) : (
          <WorldRow key={line.key} row={line} place={place} isSelected={marked.has(line.key)} />
        )
      }
      blank={
        <Blank title={query === '' ? 'No places yet' : 'No place matches.'}>
          {query === '' ? 'Add a region first, then places in it. Proscenium saves every step, and you can undo it.' : null}
        </Blank>
      }
      foot={
        <>
          <output className="numbers">{found === all ? counted(all, 'place') : `${found.toLocaleString('en')} of ${counted(all, 'place')}`}</output>
          <details>
            <summary>Outline keys</summary>
            <p>
              F2 renames, Enter opens, A adds a place, C connects, M moves, Delete removes. Shift and a letter go to the next name with that initial.
            </p>
          </details>
        </>
      }
    />
  )
}

const t = editTexts.outline.nameOf

/** The row of the outline in which a new item is named or an old one renamed. Enter saves, Esc cancels. */
function NameRow({ line, top }: { line: Line; top: number }): ReactElement {
  const old = 'naming' in line ? '' : line.label
  const [name, setName] = useState(old)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => input.current?.select(), [])
  const leave = (): void => {
    done.current = true
    updateMap({ naming: undefined })
  }
  const save = (): void => {
    if (done.current) return
    leave()
    const trimmed = name.trim()
    if (trimmed === '' || trimmed === old) return
    if (!('naming' in line)) void rename(line, trimmed)
    else if (line.naming === 'region') void addRegion(trimmed)
    else void addPlace(trimmed, line.key.slice('+place:'.length) || undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') save()
    else leave()
    focusOutline()
  }
  return (
    <div
      className="outline-row naming"
      role="treeitem"
      aria-level={line.level}
      aria-selected="false"
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 22 + 16 * (line.level - 1) }}
    >
      <input
        ref={input}
        className="field-input"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key or a button
        autoFocus
        aria-label={'naming' in line ? t[line.naming] : t.rename}
        placeholder={'naming' in line ? t[line.naming] : undefined}
        value={name}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
    </div>
  )
}

const spokenWords = (row: WorldOutlineRow, visit: string): string =>
  row.what === 'region'
    ? `${row.label}, region, ${counted(Number(row.note), 'place')}`
    : row.what === 'place'
      ? [`${row.label}, place`, visit].filter(Boolean).join(', ')
      : `Journey to ${row.label}${row.note === '' ? '' : `, ${row.note}`}`

function useVisit({ what, id }: WorldOutlineRow): { note: string; spoken: string } {
  const visits = useSession((s) => (what === 'place' && s.mapState.heat !== 'off' ? visitsNow(s)?.visits : undefined))
  if (!visits) return { note: '', spoken: '' }
  const visit = own(visits.places, id)
  return visit ? { note: heatTexts.card(visit), spoken: heatTexts.spoken(visit) } : { note: '–', spoken: 'not visited' }
}

function WorldRow({ row, place, isSelected }: { row: WorldOutlineRow; place: LinePlace; isSelected: boolean }): ReactElement {
  const { what } = row
  const visit = useVisit(row)
  return (
    <OutlineRow row={row} place={place} isSelected={isSelected} className={`of-${what}`} spoken={spokenWords(row, visit.spoken)}>
      <span className="outline-label clip">{row.label}</span>
      <span className={`outline-note clip ${what === 'place' && visit.note === '' ? 'mono' : 'numbers'}`}>
        {visit.note === '' ? row.note : visit.note}
      </span>
    </OutlineRow>
  )
}
