import { MapPinPlus, PanelLeftClose, Plus } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactElement } from 'react'
import { Outline } from '../../../canvas/Outline'
import { updateMap, useSession } from '../../../session'
import type { MapState } from '../../../store/map-state'
import { keyOf } from '../../../store/renames'
import { Blank, CommandButton } from '../../../ui/Parts'
import { NameRow } from './NameRow'
import { placesByName, rowsOf, withOpenParents, type Row, type World } from './rows'
import { WorldRow } from './WorldRow'
import { OUTLINE_ACTIONS } from './outline-actions'
import { counted } from '../../../ui/amounts'
const LINE_HEIGHT_PX = 28

/** A line of the outline: a row of the world, or the input for the name of something new. */
export type Line = Row | { key: string; naming: 'place' | 'region'; level: 1 | 2; above?: number }

/** The rows with the input for a new name among them. */
function linesOf(rows: readonly Row[], naming: MapState['naming']): readonly Line[] {
  if (naming === '+region') return [...rows, { key: naming, naming: 'region', level: 1 }]
  if (!naming?.startsWith('+place:')) return rows
  const at = rows.findIndex(({ key }) => key === `region:${naming.slice('+place:'.length)}`)
  return [...rows.slice(0, at + 1), { key: naming, naming: 'place', level: 2 }, ...rows.slice(at + 1)]
}

const NONE: World = { regions: {}, places: {}, journeys: {} }

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
