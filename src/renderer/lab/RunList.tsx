import { Pin, Plus } from 'lucide-react'
import { useLayoutEffect, type ReactElement } from 'react'
import type { LabRun } from '../../shared/lab/report'
import { notify, useSession } from '../session'
import { counted } from '../ui/amounts'
import { Form, FormFoot } from '../ui/Field'
import { Button, Modal } from '../ui/Parts'
import { RowList } from '../ui/RowList'
import type { RowAction } from '../ui/RowMenu'
import { compareRuns, newComparison, useComparison } from './comparing'
import { Rooms } from './Rooms'
import { editRun, removeRuns, resumeRun, runName, selectRuns, showRoom, stopRun, useLab, whenBegun } from './state'

const ROW_PX = 48

export const newRun = (): void => useSession.setState({ dialog: 'lab-new' })
const focusReport = (): void => showRoom('report')
/** Focuses the list of runs. */
export const focusRuns = (): void => document.getElementById('lab-runs')?.focus({ preventScroll: true })

const each = (ids: readonly string[], run: (one: LabRun) => Promise<void>, fits: (one: LabRun) => boolean): Promise<unknown> =>
  Promise.all((useLab.get().runs ?? []).filter((one) => ids.includes(one.id) && fits(one)).map(run))

/** What can be done with runs. None of it is an edit of the story. `hasOthers`: there is another one to compare the current one with. */
function actionsFor(current: LabRun | undefined, hasOthers: boolean): readonly RowAction[] {
  const isPinned = current?.pinned === true
  const all: readonly (RowAction | false)[] = [
    { label: 'Show report', keys: 'enter', isAlone: true, run: focusReport },
    {
      label: 'Compare…',
      // Without two runs the key asks for two sides.
      keys: hasOthers ? 'alt+c' : '',
      run: (ids) => {
        if (ids.length === 2) return compareRuns(ids)
        if (ids.length > 2) return notify('Select two runs to compare them.')
        return hasOthers ? useComparison.set({ with: ids[0] }) : newComparison()
      }
    },
    { label: 'Rename', keys: 'f2', isAlone: true, run: ([id]) => useLab.set({ naming: id }) },
    current?.status === 'running' && current.elsewhere === undefined && { label: 'Stop', keys: '', isAlone: true, run: ([id = '']) => stopRun(id) },
    (current?.status === 'stopped' || current?.status === 'interrupted') && {
      label: 'Continue',
      keys: '',
      isAlone: true,
      run: ([id = '']) => resumeRun(id)
    },
    {
      label: isPinned ? 'Unpin' : 'Pin',
      keys: '',
      run: (ids) =>
        each(
          ids,
          ({ id }) => editRun(id, { pinned: !isPinned }),
          ({ pinned }) => pinned === isPinned
        )
    },
    { label: 'Remove…', keys: 'delete', run: (ids) => useLab.set({ removing: ids }) }
  ]
  return all.flatMap((one) => (one ? [{ ...one, isReading: true }] : []))
}

/** The runs of the campaign, the newest first. */
export function RunList({ runs }: { runs: readonly LabRun[] }): ReactElement {
  const selected = useLab((s) => s.selected)
  const naming = useLab((s) => s.naming)
  const playing = useLab((s) => s.progress)
  const byId = new Map(runs.map((run) => [run.id, run]))
  const named = byId.get(naming ?? '')
  useLayoutEffect(() => {
    // A view that was opened by its key has the focus until the runs are there.
    if (document.activeElement?.matches('body, main.stage')) focusRuns()
  }, [])
  return (
    <nav className="lab-runs" aria-label="Runs">
      <Button icon={<Plus size={14} />} label="New run" shortcut="insert" onClick={newRun} />
      <Rooms />
      {runs.length > 0 && (
        <RowList
          id="lab-runs"
          label="Runs"
          classes={{ list: 'lab-run-list scrolls', line: 'lab-run-line', row: 'lab-run' }}
          rows={runs}
          nameOf={runName}
          selected={selected}
          onSelect={selectRuns}
          actions={actionsFor(byId.get(selected.at(-1) ?? ''), runs.length > 1)}
          height={ROW_PX}
          onInsert={newRun}
          naming={named && { id: named.id, now: named.name }}
          onRename={(id, name) => {
            useLab.set({ naming: undefined })
            if (name !== undefined) void editRun(id, { name })
          }}
          renderRow={(run, field) => (
            <>
              {field ?? (
                <b className="clip" dir="auto">
                  {run.pinned && <Pin size={11} aria-label="Pinned" />} {runName(run)}
                </b>
              )}
              <RunWords run={run} done={playing?.run === run.id ? playing.done : run.done} />
            </>
          )}
        />
      )}
      <RemoveDialog runs={byId} />
    </nav>
  )
}

/** How far a run is; when it began, if its name doesn't say that. */
const RunWords = ({ run, done }: { run: LabRun; done: number }): ReactElement => (
  <p className="quiet numbers clip">
    {run.status !== 'done'
      ? `${done.toLocaleString('en')} of ${run.plan.sessions.toLocaleString('en')}, ${run.status === 'running' ? 'playing' : run.status}`
      : `${counted(done, 'session')}${run.name === '' ? '' : ` · ${whenBegun(run)}`}`}
  </p>
)

/** Asks whether to remove runs. Results can't be got back. */
function RemoveDialog({ runs }: { runs: ReadonlyMap<string, LabRun> }): ReactElement | null {
  const removing = useLab((s) => s.removing)
  if (!removing) return null
  const close = (): void => useLab.set({ removing: undefined })
  const [only] = removing.length === 1 ? removing.map((id) => runs.get(id)) : []
  return (
    <Modal title={only ? `Remove “${runName(only)}”?` : `Remove ${counted(removing.length, 'run')}?`} onClose={close}>
      <Form
        onSubmit={() => {
          close()
          void removeRuns(removing)
        }}
      >
        <p>The results are deleted. Sessions that were opened as branches stay, and the same plan gives the same sessions again.</p>
        <FormFoot onCancel={close} submit="Remove" />
      </Form>
    </Modal>
  )
}
