import { arrange } from '../session'
import { slice } from '../slice'

/** A place in a file of the campaign. Lines and columns count from 1. */
interface FilePosition {
  path: string
  line?: number | undefined
  column?: number | undefined
}

/** The latest request to show a place in the workshop. */
export const useOpenRequest = slice<{ place?: FilePosition }>('open-request', {})

/** Opens a file in the workshop, at a line and column if named. Every feature may call it. */
export function openAt(path: string, line?: number, column?: number): void {
  useOpenRequest.set({ place: { path, line, column } })
  arrange({ view: 'workshop' })
}
