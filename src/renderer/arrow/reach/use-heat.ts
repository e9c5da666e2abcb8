import type { ArrowId } from '../../../arrow'
import { useSession } from '../../session'
import { useArrow } from '../state'
import { heatOf, useReach } from './state'

const NONE: ReadonlyMap<ArrowId, number> = new Map()

/** The share of counted plays that reached each node of the document in view, while the reach panel is shown. */
export function useHeat(): ReadonlyMap<ArrowId, number> {
  const path = useArrow((s) => s.path)
  const isShown = useSession((s) => s.desk.side === 'arrow-reach')
  const counted = useReach((s) => s.counted)
  return isShown && counted && counted.path === path ? heatOf(counted.report) : NONE
}
