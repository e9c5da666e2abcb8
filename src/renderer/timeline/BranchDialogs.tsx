import { Query, useQuery } from '../ui/Query'
import { useCallback, useMemo, useState, type ReactElement } from 'react'
import type { DeletedBranch } from '../../shared/analysis/chronicle'
import { api } from '../client'
import { goTo, useSession } from '../session'
import { shownBranches } from '../store/beats'
import { Chooser } from '../ui/Chooser'
import { Form, FormFoot, TextField } from '../ui/Field'
import { inReadingOrder } from '../ui/names'
import { Blank, Button, Modal } from '../ui/Parts'
import { texts } from '../ui/texts'
import { askBranch, renameBranch, restoreBranch } from './edit-branches'
import { useTimeline } from './state'
import { pastTexts } from './texts'

/** Whichever dialog about branches is open. */
export function BranchDialogs(): ReactElement | null {
  const dialog = useTimeline((s) => s.branchDialog)
  if (dialog === undefined) return null
  if (dialog === 'find') return <FindBranch />
  return dialog === 'deleted' ? <Deleted /> : <Rename key={dialog.rename} branch={dialog.rename} />
}

const leave = (): void => askBranch(undefined)

function FindBranch(): ReactElement {
  const beats = useSession((s) => s.beats)
  const all = useMemo(
    () =>
      shownBranches(beats)
        .toSorted((a, b) => inReadingOrder(a.name, b.name))
        .map(({ name, head }) => ({
          id: name,
          head,
          label: beats.byId.get(head)?.n === undefined ? name : `${name}, beat ${beats.byId.get(head)?.n.toLocaleString('en')}`
        })),
    [beats]
  )
  const find = useCallback(
    (text: string) => {
      const words = text.toLowerCase().split(/\s+/)
      return all.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
    },
    [all]
  )
  return (
    <Chooser
      title="Go to branch"
      placeholder="Branch name"
      none="No branch matches."
      find={find}
      onChoose={(one) => goTo(one.head)}
      onClose={leave}
    />
  )
}

function Rename({ branch }: { branch: string }): ReactElement {
  const [name, setName] = useState(branch)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const wanted = name.trim()
  return (
    <Modal title={`Rename ${branch}`} onClose={leave}>
      <Form onSubmit={() => void renameBranch(branch, wanted).then((why) => (why === undefined ? leave() : setFault(why)))}>
        <TextField
          label={pastTexts.name}
          value={name}
          onChange={setName}
          fault={fault}
          maxLength={100}
          mono
          onFocus={(event) => event.target.select()}
        />
        <FormFoot onCancel={leave} submit="Rename branch" disabled={wanted === '' || wanted === branch} />
      </Form>
    </Modal>
  )
}

const listDeleted = (_: string, __: string, signal: AbortSignal): Promise<DeletedBranch[]> => api.deletedBranches.query(undefined, { signal })

function Deleted(): ReactElement {
  const [restored, setRestored] = useState(0)
  const asked = useQuery('deleted', String(restored), listDeleted)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  return (
    <Modal title="Deleted branches" onClose={leave} className="deleted-branches">
      <Query {...asked} waits={texts.loading}>
        {(list) =>
          list.length === 0 ? (
            <Blank title="No deleted branches">Proscenium keeps the branches that you delete. Restore them here.</Blank>
          ) : (
            <ul className="deleted-list scrolls">
              {list.map((one) => (
                <li key={one.ref}>
                  <div>
                    <p className="mono clip">{one.name}</p>
                    <p className="quiet">
                      {one.n < 0 ? 'Git has removed its commits, so it can’t be restored.' : `Ends with beat ${one.n}: ${one.subject}`}
                      {one.time === undefined ? '' : ` Deleted ${new Date(one.time).toLocaleString()}.`}
                    </p>
                  </div>
                  <Button
                    label="Restore branch"
                    small
                    disabled={readOnly || one.n < 0}
                    onClick={() => void restoreBranch(one.ref).then(() => setRestored(restored + 1))}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Query>
    </Modal>
  )
}
