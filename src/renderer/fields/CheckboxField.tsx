import type { ReactElement } from 'react'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { useSession } from '../session'
import { editWorld } from './save-edits'
import { uneditableReason } from '../editing'
import { Checkbox } from '../ui/Field'

/** A flag of the world. Each click is one beat. */
export function CheckboxField({ label, on, edits }: { label: string; on: boolean; edits: (on: boolean) => WorldEdit[] }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const tick = (checked: boolean): void => void editWorld(() => edits(checked))
  return <Checkbox label={label} checked={on} disabled={closed} onChange={tick} />
}
