import { useRef, useState, type ReactElement } from 'react'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { useSession } from '../session'
import { editWorld } from './save-edits'
import { uneditableReason } from '../editing'
import { Checkbox } from '../ui/Field'

/** A flag of the world. Each click is one beat, and shows at once; a refused one is taken back. */
export function CheckboxField({ label, on, edits }: { label: string; on: boolean; edits: (on: boolean) => WorldEdit[] }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const [asked, setAsked] = useState<boolean>()
  const clicks = useRef(0)
  const tick = async (checked: boolean): Promise<void> => {
    const click = ++clicks.current
    setAsked(checked)
    await editWorld(() => edits(checked))
    if (click === clicks.current) setAsked(undefined)
  }
  return <Checkbox label={label} checked={asked ?? on} disabled={closed} onChange={(checked) => void tick(checked)} />
}
