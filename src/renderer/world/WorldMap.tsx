import { useState, type ReactElement } from 'react'
import type { GameState } from '../../shared/story/state'
import { useSession } from '../session'
import { Blank, Button } from '../ui/Parts'
import { MapCanvas } from './MapCanvas'
import { useHeat } from './heat/use-heat'
import { noMarks, type Marks } from './marks'
import type { Scene } from './nodes'
import { StateReuse } from './state-reuse'
import { movesBetween } from './travel'
import { run } from '../ui/commands'
import { uneditableReason } from '../editing'
import './world.css'
import './places.css'

/** The map of the world with all characters. The `compact` one follows the party and is read-only; the full one can be moved and edited. */
export function WorldMap({ compact = false, marks = noMarks }: { compact?: boolean; marks?: Marks }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const drawn = useHeat(marks, !compact)
  if (!state) return <Blank title="Reading the world…" />
  if (Object.keys(state.places).length === 0) return <EmptyMap />
  return <Lively state={state} compact={compact} marks={drawn} />
}

const NO_MOVES: Scene['moves'] = new Map()

function useMoves(state: GameState): Scene['moves'] {
  const [pair, setPair] = useState({ state, moves: NO_MOVES })
  if (pair.state === state) return pair.moves
  const between = movesBetween(pair.state, state)
  const moves = between.size > 0 ? between : NO_MOVES
  setPair({ state, moves })
  return moves
}

/** The map, rendered again only if something on it has changed. */
function Lively({ state, compact, marks }: { state: GameState; compact: boolean; marks: Marks }): ReactElement {
  const moves = useMoves(state)
  const [still] = useState(() => new StateReuse())
  return <MapCanvas state={still.of(state)} moves={moves} compact={compact} marks={marks} />
}

function EmptyMap(): ReactElement {
  const able = useSession((s) => uneditableReason(s) === undefined)
  return (
    <Blank
      title="No places yet"
      action={
        <span className="map-begin">
          <Button label="Add a place" main disabled={!able} onClick={() => run('place.add')} />
          <Button label="Open the sample" onClick={() => run('sample')} />
        </span>
      }
    >
      Add the first place of your world, or open the sample as an example.
    </Blank>
  )
}
