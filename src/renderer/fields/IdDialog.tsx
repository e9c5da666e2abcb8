import { useEffect, useState, type ReactElement } from 'react'
import type { NameKind, RenamePlan } from '../../shared/contract/language-calls'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { counted } from '../ui/amounts'
import { Form, FormFoot, TextField } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { fieldTexts as t } from './texts'
import { afterRest } from '../ui/after-rest'

const REST_MS = 150

interface Asked {
  to: string
  plan?: RenamePlan
  problem?: string
}

interface IdDialogProps {
  kind: NameKind
  /** The id when the dialog opened. */
  now: string
  /** The place in which the id is unique, if it is a feature's. */
  place?: string | undefined
  /** Selects the thing by its new id. */
  onChanged: (id: string) => void
  onClose: () => void
}

/** Asks for another id of something, and shows every file that changes with it. */
export function IdDialog({ kind, now, place, onChanged, onClose }: IdDialogProps): ReactElement {
  const [{ id, was }] = useState({ id: place === undefined ? now : `${place}/${now}`, was: now })
  const [to, setTo] = useState(now)
  const [asked, setAsked] = useState<Asked>({ to: now })
  const wish = { kind, id, to: to.trim(), possible: false, drafts: {} }
  const isNew = wish.to !== '' && wish.to !== was
  useEffect(() => {
    if (!isNew) return undefined
    return afterRest(REST_MS, (signal) =>
      api.renamePlan.query({ kind, id, to: to.trim(), possible: false, drafts: {} }, { signal }).then(
        (plan) => !signal.aborted && setAsked({ to: to.trim(), plan }),
        (error: unknown) => !signal.aborted && setAsked({ to: to.trim(), problem: problemOf(error).message })
      )
    )
  }, [kind, id, to, isNew])
  const { plan, problem } = asked.to === wish.to && isNew ? asked : {}
  const save = (): Promise<unknown> =>
    ifEditable(async () => {
      const beat = await runCall(() => api.renameName.mutate(wish))
      if (!beat) return
      onClose()
      await savedEdit(beat)
      onChanged(wish.to)
    })
  return (
    <Modal title={t.idTitle} onClose={onClose} className="wide">
      <Form onSubmit={() => plan && void save()}>
        <TextField label={t.idField} mono value={to} maxLength={120} onChange={setTo} fault={problem} hint={t.idHint} />
        {plan && (
          <div className="id-plan">
            <output>{`Changes ${counted(plan.files.length, 'file')}.`}</output>
            <ul>
              {plan.files.map(({ path, to: moved, changes }) => (
                <li key={path}>
                  <code>{moved === undefined ? path : `${path} → ${moved}`}</code>
                  {changes.length > 0 && <span className="quiet">{` ${counted(changes.length, 'place')}`}</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
        <FormFoot onCancel={onClose} submit={t.idTitle} disabled={!plan} />
      </Form>
    </Modal>
  )
}
