import { useEffect, useState } from 'react'
import type { Point } from '../../shared/geometry/shapes'
import { elkInWorker } from '../ui/elk-worker'
import type { StoryPlan } from './graph-model'
import { inLayers } from './layers'

/** Above this number of nodes, ELK takes seconds and more. */
const MAX_ELK_NODES = 250
/** After this time the simpler layers are used, in ms. */
const MAX_LAYOUT_MS = 8000

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '18',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56',
  'elk.separateConnectedComponents': 'true',
  'elk.spacing.componentComponent': '36'
}

/** The last layout; it is shown until the next one is ready. */
let kept: { key: string; spots: ReadonlyMap<string, Point> } | undefined

/** The positions of a graph's nodes in layers; undefined until the first layout is ready. They are computed again when
 * nodes or edges change, those of a small graph by ELK in a worker. */
export function useSpots(plan: StoryPlan): ReadonlyMap<string, Point> | undefined {
  const key = JSON.stringify([plan.nodes.map(({ id }) => id), plan.edges.map(({ id }) => id)])
  const [shown, setShown] = useState(kept)
  useEffect(() => {
    if (kept?.key !== key && plan.nodes.length > MAX_ELK_NODES) kept = { key, spots: inLayers(plan) }
    if (kept?.key === key) return setShown(kept)
    const elk = elkInWorker(MAX_LAYOUT_MS)
    let isLeft = false
    const asked = elk.layout({
      id: 'story',
      layoutOptions: OPTIONS,
      children: plan.nodes.map(({ id, width, height }) => ({ id, width, height })),
      edges: plan.edges.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] }))
    })
    const finish = (spots: ReadonlyMap<string, Point>): void => {
      elk.stop()
      if (isLeft) return
      kept = { key, spots }
      setShown(kept)
    }
    asked.then(
      ({ children = [] }) => finish(new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]))),
      () => finish(inLayers(plan))
    )
    return () => {
      isLeft = true
      elk.stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says when the plan has another layout
  }, [key])
  return shown?.spots
}
