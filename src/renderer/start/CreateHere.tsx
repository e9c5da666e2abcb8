import { useEffect, useState, type ReactElement } from 'react'
import type { ForeignFolder } from '../../shared/contract/foreign-calls'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { SelectField } from '../ui/Field'
import { Button, Modal } from '../ui/Parts'
import { createHere, openBranch } from '../operations'
import { CampaignForm, useBeginning } from './CampaignForm'
import { texts } from '../ui/texts'
import { counted } from '../ui/amounts'
/** The most files of a list that are shown. */
const MAX_SHOWN = 12

type Seen = { folder: ForeignFolder } | { problem: string } | undefined

const lookInto = (dir: string): Promise<Seen> =>
  api.foreign.query({ dir }).then(
    (folder) => ({ folder }),
    (error: unknown) => ({ problem: problemOf(error).message })
  )

/** The dialog that creates a campaign in another project's repository, or switches to the branch of its campaign. */
export function CreateHereDialog({ onClose }: { onClose: () => void }): ReactElement {
  const dir = useSession((s) => s.foreign ?? '')
  const [seen, setSeen] = useState<Seen>()
  useEffect(() => void lookInto(dir).then(setSeen), [dir])
  const again = (): void => {
    setSeen(undefined)
    void lookInto(dir).then(setSeen)
  }
  const folder = seen && 'folder' in seen ? seen.folder : undefined
  return (
    <Modal title="Create a campaign here" onClose={onClose} className="make-here">
      {folder && folder.campaigns.length === 0 && folder.refusal === undefined && (
        <p className="quiet">{`This git repository contains no campaign. Proscenium adds the game and a starter world in one commit on a new branch ${folder.branch}. The branch ${folder.here} and your files stay as they are.`}</p>
      )}
      {!seen && <p className="quiet">Reading the repository…</p>}
      <p className="mono clip quiet" title={dir}>
        {dir}
      </p>
      {seen && 'problem' in seen && (
        <p className="fault" role="alert">
          {seen.problem}
        </p>
      )}
      {folder &&
        (folder.campaigns.length > 0 ? <Elsewhere folder={folder} onClose={onClose} /> : <Make folder={folder} onLook={again} onClose={onClose} />)}
    </Modal>
  )
}

/** The branches with the repository's campaigns. */
function Elsewhere({ folder, onClose }: { folder: ForeignFolder; onClose: () => void }): ReactElement {
  const busy = useSession((s) => s.busy > 0)
  return (
    <>
      {folder.campaigns.map((branch) => (
        <p key={branch} className="make-here-branch">
          <span>{`The campaign is on branch ${branch}.`}</span>
          <Button label={`Open branch ${branch}`} main disabled={busy} onClick={() => void openBranch(folder.dir, branch)} />
        </p>
      ))}
      <footer className="form-foot">
        <Button label={texts.cancel} onClick={onClose} />
      </footer>
    </>
  )
}

function Make({ folder, onLook, onClose }: { folder: ForeignFolder; onLook: () => void; onClose: () => void }): ReactElement {
  const beginning = useBeginning(folder.title)
  const [map, setMap] = useState('')
  if (folder.refusal !== undefined) {
    return (
      <>
        <p className="fault" role="alert">
          {folder.refusal}
        </p>
        <section
          aria-label={
            folder.files.length === 1 ? 'This file is in the way' : `These ${folder.files.length.toLocaleString('en')} files are in the way`
          }
        >
          <ul className="make-here-files mono">
            {folder.files.slice(0, MAX_SHOWN).map((path) => (
              <li key={path} className="clip">
                {path}
              </li>
            ))}
          </ul>
          {folder.files.length > MAX_SHOWN && <p className="quiet">{`and ${(folder.files.length - MAX_SHOWN).toLocaleString('en')} more`}</p>}
        </section>
        <footer className="form-foot">
          <Button label={texts.cancel} onClick={onClose} />
          <Button label="Check again" main onClick={onLook} />
        </footer>
      </>
    )
  }
  return (
    <CampaignForm
      beginning={beginning}
      naming={{ required: true }}
      canMake={beginning.title.trim() !== ''}
      onMake={(input) => void createHere({ dir: folder.dir, ...input, title: input.title || folder.title, ...(map ? { map } : {}) })}
      onClose={onClose}
    >
      {folder.maps.length > 0 && (
        <SelectField
          label="Map"
          hint="The map joins the starter world in a second commit."
          value={map}
          options={[
            { value: '', label: 'Only the starter world' },
            ...folder.maps.map(({ path, places }) => ({ value: path, label: `Import the map ${path} (${counted(places, 'place')})` }))
          ]}
          onChange={setMap}
        />
      )}
    </CampaignForm>
  )
}
