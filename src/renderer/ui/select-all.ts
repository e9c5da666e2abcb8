import { useLayoutEffect, useRef } from 'react'
import { inTurn } from '../editing'

/** Selects all rows of a list, the current one last. Waits for what was done before, so that copies just made are selected too. */
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
