import { Gavel } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { texts } from '../ui/texts'
import { canRule, makeRuling } from './make-ruling'
import { Button } from '../ui/Parts'

/** Makes a ruling about a beat. */
export function RulingButton({ commit }: { commit: string }): ReactElement {
  const isAble = useSession(canRule)
  return <Button icon={<Gavel size={13} />} label={texts.rulings.make} small disabled={!isAble} onClick={() => void makeRuling(commit)} />
}
