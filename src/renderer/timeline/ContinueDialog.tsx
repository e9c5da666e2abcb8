import { useState, type ReactElement } from 'react'
import { freeName } from '../../shared/story/names'
import { cursorIndex, useSession, type PlayRequest } from '../session'
import { ownBranches } from '../store/beats'
import { Checkbox, Form, FormFoot, TextField } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { continueFrom } from '../branch-operations'
import { api } from '../client'
import { useQuery } from '../ui/Query'
import { pastTexts as t } from './texts'

/** "Continue from here?" with the name of the new branch. */
export function ContinueDialog(): ReactElement | null {
  const wish = useSession((s) => s.playRequest)
  return wish ? <Continue wish={wish} /> : null
}

const countEdits = (at: string, end: string, signal: AbortSignal): Promise<number> => api.editsBetween.query({ at, end }, { signal })

function Continue({ wish }: { wish: PlayRequest }): ReactElement | null {
  const commit = useSession((s) => s.cursor ?? s.present?.head)
  const at = useSession(cursorIndex)
  const n = useSession((s) => s.line[at]?.n ?? 0)
  const branches = useSession((s) => s.beats.branches)
  const busy = useSession((s) => s.busy > 0)
  const [name, setName] = useState(() => freeName(`from-beat-${n}`, (wished) => ownBranches(branches).some((one) => one.name === wished)))
  const [newDice, setNewDice] = useState(true)
  const [isBringing, setIsBringing] = useState(true)
  const head = useSession((s) => s.present?.head)
  const { answer: edits = 0 } = useQuery(commit ?? '', head ?? '', countEdits)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const leave = (): void => useSession.setState({ playRequest: undefined })
  if (commit === undefined) return null
  return (
    <Modal title="Continue from here?" onClose={leave}>
      <Form
        onSubmit={() =>
          void continueFrom(commit, { name: name.trim() || undefined, newDice, editsTo: isBringing && edits > 0 ? head : undefined }, wish).then(
            setFault
          )
        }
      >
        <p>{`The table continues from beat ${n} on a new branch. Later beats stay on their branch.`}</p>
        <TextField
          label={t.name}
          mono
          value={name}
          fault={fault}
          maxLength={100}
          onFocus={(event) => event.target.select()}
          onChange={(text) => {
            setName(text)
            setFault(undefined)
          }}
        />
        <Checkbox
          label="Reroll from here"
          hint="With the same dice, the built-in table plays the same story again."
          checked={newDice}
          onChange={setNewDice}
        />
        {edits > 0 && (
          <Checkbox
            label={`Bring my ${edits === 1 ? 'later edit' : `${edits} later edits`} along`}
            hint="Edits of the world, rules and settings that you made after this beat are made again on the new branch, each as a beat."
            checked={isBringing}
            onChange={setIsBringing}
          />
        )}
        <FormFoot onCancel={leave} submit="Continue" disabled={busy} />
      </Form>
    </Modal>
  )
}
