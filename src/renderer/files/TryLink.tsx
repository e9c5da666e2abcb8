import { FlaskConical } from 'lucide-react'
import type { ReactElement } from 'react'
import { tryIt, type TryWish } from './try-request'
import { LinkButton } from '../ui/Parts'

/** A link from a failed or refused call to its rule in the workshop, with the state before the call. */
export const TryLink = ({ wish, then }: { wish: TryWish; then?: () => void }): ReactElement => (
  <LinkButton
    icon={<FlaskConical size={12} />}
    label={`Try ${wish.action}`}
    className="try-link"
    onClick={() => {
      then?.()
      tryIt(wish)
    }}
  />
)
