import type { Params } from '../../shared/story/play'
import { arrange } from '../session'
import { slice } from '../slice'
import { openAt } from './open-at'

/** A call to try in the workshop. `at`: the commit whose state is used; by default the current one. */
export interface TryWish {
  action: string
  actor?: string | undefined
  params?: Params | undefined
  at?: string | undefined
  /** The file of the rule that failed, if one did; otherwise the workshop finds the file of the action. */
  file?: string | undefined
  line?: number | undefined
}

/** The latest request to try an action in the workshop. */
export const useTryRequest = slice<{ wish?: TryWish }>('try-request', {})

/** Opens the rule of an action in the workshop, with a state loaded for trying it. Every feature may call it. */
export function tryIt(wish: TryWish): void {
  useTryRequest.set({ wish })
  if (wish.file === undefined) arrange({ view: 'workshop' })
  else openAt(wish.file, wish.line)
}
