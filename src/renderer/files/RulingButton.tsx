import { Gavel } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { texts } from '../ui/texts'
import { canRule, makeRuling } from './make-ruling'

/** Makes a ruling about a beat. */
export function RulingButton({ commit }: { commit: string }): ReactElement {
  const isAble = useSession(canRule)
  return (
    <button type="button" className="button small" disabled={!isAble} onClick={() => void makeRuling(commit)}>
      <Gavel size={13} aria-hidden="true" /> {texts.rulings.make}
    </button>
  )
}
