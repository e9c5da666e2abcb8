import { useEffect, useState, type ReactElement } from 'react'
import type { ForeignFolder } from '../../shared/contract/folder-calls'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useSession, showProblem } from '../session'
import { SelectField, Field } from '../ui/Field'
import { Button, Modal, Fault } from '../ui/Parts'
import { createHere, openBranch, createCampaign } from '../operations'
import { CampaignForm, useBeginning } from './CampaignForm'
import { texts } from '../ui/texts'
import { counted } from '../ui/amounts'
import { slug } from '../../shared/story/names'
import { Folders } from './Folders'
import { useWantedGame } from './wanted-game'

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
      {seen && 'problem' in seen && <Fault>{seen.problem}</Fault>}
      {folder &&
        (folder.campaigns.length > 0 ? <Elsewhere folder={folder} onClose={onClose} /> : <Make folder={folder} onLook={again} onClose={onClose} />)}
    </Modal>
  )
}

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
        <Fault>{folder.refusal}</Fault>
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

/** The dialog that creates a campaign: title, folder, seed and template. */
export function NewCampaignDialog({ onClose }: { onClose: () => void }): ReactElement {
  const host = useSession((s) => s.host)
  const beginning = useBeginning('')
  const [parent, setParent] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<string>(useWantedGame((s) => s.template))
  const [browsing, setBrowsing] = useState(false)
  const { sample, starts = [] } = beginning.bundled ?? {}
  const blank = { value: 'blank', label: 'A blank campaign', hint: 'A starter world: a hero, two places and a question.', premise: '' }
  const offers = [
    ...(sample ? [{ ...sample, value: 'sample', label: 'The sample campaign', hint: `“${sample.title}”, ready to play.` }] : []),
    blank,
    ...starts.map((one) => ({ ...one, value: one.id, label: one.title, hint: 'Small and ready to play.' }))
  ]
  const from = offers.find(({ value }) => value === chosen) ?? blank
  const content = (['sample', 'blank'] as const).find((one) => one === from.value)
  const base = parent ?? host?.home ?? ''
  const separator = base.includes('\\') ? '\\' : '/'
  const proposed = `${base}${base.endsWith(separator) ? '' : separator}${slug(beginning.title.trim() || 'my-campaign')}`
  const dir = typed ?? proposed

  const browse = async (): Promise<void> => {
    if (!host?.canPickFolder) return setBrowsing(true)
    try {
      const folder = await api.pickFolder.mutate()
      if (folder !== undefined) setTyped(folder)
    } catch (error) {
      showProblem(error)
    }
  }
  if (browsing) {
    return (
      <Folders
        accept="any"
        onClose={() => setBrowsing(false)}
        onChoose={(folder) => {
          setParent(folder)
          setTyped(undefined)
          setBrowsing(false)
        }}
      />
    )
  }
  return (
    <Modal title="New campaign" onClose={onClose}>
      <CampaignForm
        beginning={beginning}
        naming={{ placeholder: 'The Well, again', spellCheck: true }}
        place={
          <Field label="Folder" hint="A new or empty folder; it becomes a git repository.">
            {(tied) => (
              <div className="folders-path">
                <input
                  {...tied}
                  className="field-input mono"
                  value={dir}
                  spellCheck={false}
                  required
                  onChange={(event) => setTyped(event.target.value)}
                />
                <Button label="Browse…" onClick={() => void browse()} />
              </div>
            )}
          </Field>
        }
        canMake={dir.trim() !== ''}
        onMake={({ title, ...input }) =>
          void createCampaign({ ...input, dir, ...(content ? { template: content } : { start: from.value }), ...(title ? { title } : {}) })
        }
        onClose={onClose}
      >
        <fieldset className="field choices">
          <legend>Start from</legend>
          {offers.map(({ value, label, hint }) => (
            <label key={value} className={`choice ${from.value === value ? 'is-selected' : ''}`}>
              <input type="radio" name="template" value={value} checked={from.value === value} onChange={() => setChosen(value)} />
              <b>{label}</b>
              <span className="hint">{hint}</span>
            </label>
          ))}
          {from.premise !== '' && <p className="hint premise">{opening(from.premise)}</p>}
        </fieldset>
      </CampaignForm>
    </Modal>
  )
}

const opening = (premise: string): string => premise.trim().split(/(?<=[.!?])\s+/)[0] ?? ''
