/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list of rows that draws only those that are seen */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Pin, Plus } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactElement } from 'react'
import type { LabRun } from '../../shared/lab/report'
import { notify, useSession } from '../session'
import { counted } from '../ui/amounts'
import { Form, FormFoot } from '../ui/Field'
import { Button, Modal } from '../ui/Parts'
import { RenameField } from '../ui/RenameField'
import type { RowAction } from '../ui/RowMenu'
import { useRowGrid } from '../ui/use-row-grid'
import { compareRuns, newComparison, useComparison } from './comparing'
import { Rooms } from './Rooms'
import { editRun, removeRuns, resumeRun, runName, selectRuns, showRoom, stopRun, useLab, whenBegun } from './state'

const ROW_PX = 48

export const newRun = (): void => useSession.setState({ dialog: 'lab-new' })
const focusReport = (): void => showRoom('report')
const listElement = (): HTMLElement | null => document.getElementById('lab-runs')
/** Focuses the list of runs. */
export const focusRuns = (): void => listElement()?.focus({ preventScroll: true })

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
  const done = useLab((s) => s.progress)
  const box = useRef<HTMLDivElement>(null)
  const ids = runs.map(({ id }) => id)
  const byId = new Map(runs.map((run) => [run.id, run]))
  const { at, active, onKeyDown, rowProps, menu } = useRowGrid({
    box,
    ids,
    nameOf: (id) => {
      const run = byId.get(id)
      return run ? runName(run) : id
    },
    selected,
    onSelect: selectRuns,
    actions: actionsFor(byId.get(selected.at(-1) ?? ''), runs.length > 1),
    columns: 1,
    lineHeightPx: ROW_PX,
    onInsert: newRun
  })
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({ count: runs.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 8, paddingEnd: 8 })
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, virtual])
  useLayoutEffect(() => {
    // A view that was opened by its key has the focus until the runs are there.
    if (document.activeElement?.matches('body, main.stage')) focusRuns()
  }, [])
  return (
    <nav className="lab-runs" aria-label="Runs">
      <Button icon={<Plus size={14} />} label="New run" shortcut="insert" onClick={newRun} />
      <Rooms />
      {runs.length > 0 && (
        <div
          id="lab-runs"
          ref={box}
          className="lab-run-list scrolls"
          role="grid"
          tabIndex={0}
          aria-label="Runs"
          aria-multiselectable="true"
          aria-rowcount={runs.length}
          aria-activedescendant={active}
          onKeyDown={onKeyDown}
        >
          <div className="lab-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const run = runs[index]
              if (!run) return null
              const props = rowProps(run.id, index, 'lab-run')
              const count = done?.run === run.id ? done.done : run.done
              return (
                <div
                  key={run.id}
                  role="row"
                  aria-rowindex={index + 1}
                  className="lab-run-line"
                  style={{ transform: `translateY(${start}px)`, height: ROW_PX }}
                >
                  {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys */}
                  <div
                    role="gridcell"
                    tabIndex={-1}
                    {...props}
                    onClick={(event) => {
                      props.onClick(event)
                      // The list answers the keys.
                      if (naming !== run.id) box.current?.focus()
                    }}
                  >
                    {naming === run.id ? (
                      <RenameField
                        now={run.name}
                        list={listElement}
                        onDone={(name) => {
                          useLab.set({ naming: undefined })
                          if (name !== undefined) void editRun(run.id, { name })
                        }}
                      />
                    ) : (
                      <b className="clip" dir="auto">
                        {run.pinned && <Pin size={11} aria-label="Pinned" />} {runName(run)}
                      </b>
                    )}
                    <p className="quiet numbers clip">
                      {run.status !== 'done'
                        ? `${count.toLocaleString('en')} of ${run.plan.sessions.toLocaleString('en')}, ${run.status === 'running' ? 'playing' : run.status}`
                        : `${counted(count, 'session')}${run.name === '' ? '' : ` · ${whenBegun(run)}`}`}
                    </p>
                  </div>
                </div>
              )
            })}
          </div>
        </div>
      )}
      {menu}
      <RemoveDialog runs={byId} />
    </nav>
  )
}

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
