import { FlaskConical } from 'lucide-react'
import type { ReactElement } from 'react'
import { tryIt, type TryWish } from './try-request'

/** A link from a failed or refused call to its rule in the workshop, with the state before the call. */
export const TryLink = ({ wish, then }: { wish: TryWish; then?: () => void }): ReactElement => (
  <button
    type="button"
    className="link try-link"
    onClick={() => {
      then?.()
      tryIt(wish)
    }}
  >
    <FlaskConical size={12} aria-hidden="true" /> {`Try ${wish.action}`}
  </button>
)
