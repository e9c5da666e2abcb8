import { useCallback, useEffect, useState, type ReactElement } from 'react'
import type { DirectionFileInfo, MachineSettings, TableSettings } from '../../shared/table/turns'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { Modal, RetryAlert } from '../ui/Parts'
import { DirectionFiles } from './DirectionFiles'
import { ThisCampaign } from './ThisCampaign'
import { ThisMachine } from './ThisMachine'
import './settings.css'

interface Known {
  machine: MachineSettings
  table: TableSettings | undefined
  files: readonly DirectionFileInfo[]
  /** The names of the tools that can play seats. */
  commands: readonly string[]
}

/** The settings dialog: settings of the campaign and of this machine. */
export function SettingsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir)
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState<string>()
  const read = useCallback(() => {
    Promise.all([
      api.machine.query(),
      dir === undefined ? undefined : api.tableSettings.query(),
      dir === undefined ? [] : api.directionFiles.query(),
      dir === undefined ? [] : api.tools.query().then(({ tools }) => tools.flatMap(({ kind, name }) => (kind === 'agent' ? [name] : [])))
    ]).then(
      ([machine, table, files, commands]) => {
        setProblem(undefined)
        setKnown({ machine, table, files, commands })
      },
      (error: unknown) => setProblem(problemOf(error).message)
    )
  }, [dir])
  useEffect(read, [read])
  return (
    <Modal title="Settings" onClose={onClose} className="settings">
      {problem !== undefined && <RetryAlert problem={problem} again={read} />}
      {!known && problem === undefined && <p className="quiet">Reading the settings…</p>}
      {known && (
        <>
          {known.table ? (
            <>
              <ThisCampaign {...known} settings={known.table} onSaved={(table) => setKnown({ ...known, table })} />
              <DirectionFiles
                files={known.files}
                onSaved={async () => {
                  const files = await api.directionFiles.query()
                  setKnown((now) => now && { ...now, files })
                }}
              />
            </>
          ) : (
            <p className="quiet">Open a campaign to set the agents of its seats.</p>
          )}
          <ThisMachine machine={known.machine} hasCampaign={known.table !== undefined} onChanged={(machine) => setKnown({ ...known, machine })} />
        </>
      )}
    </Modal>
  )
}
