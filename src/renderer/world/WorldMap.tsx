import { ReactFlowProvider } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { mapTexts as t } from '../ui/map-texts'
import { Blank } from '../ui/Parts'
import { EmptyMap } from './EmptyMap'
import { Graph } from './Graph'
import { useHeat } from './heat/use-heat'
import { noMarks, type Marks } from './marks'
import './world.css'

/** The map of the world with everybody on it. `compact` follows the party and only shows; the full map is left to the reader, who can draw on it. */
export function WorldMap({ compact = false, marks = noMarks }: { compact?: boolean; marks?: Marks }): ReactElement {
  const state = useSession((s) => s.shown?.state)
  const drawn = useHeat(marks, !compact)
  if (!state) return <Blank title={t.loading} />
  if (Object.keys(state.places).length === 0) return <EmptyMap />
  return (
    <ReactFlowProvider>
      <Graph state={state} compact={compact} marks={drawn} />
    </ReactFlowProvider>
  )
}
