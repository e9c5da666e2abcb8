import { useLayoutEffect, useRef } from 'react'
import { inTurn } from '../editing'

/**
 * A function that selects all rows of a list, the current one last. It waits for what was done before, so that right after Duplicate the copies are
 * selected too.
 */
export function useSelectAll<Row>(rows: readonly Row[], current: Row | undefined, onSelect: (rows: readonly Row[]) => void): () => void {
  const now = useRef({ rows, current, onSelect })
  useLayoutEffect(() => {
    now.current = { rows, current, onSelect }
  })
  return () =>
    inTurn(() => {
      const { rows, current, onSelect } = now.current
      onSelect(current === undefined ? rows : [...rows.filter((one) => one !== current), current])
    })
}
