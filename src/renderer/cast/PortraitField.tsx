import { ImageUp, X } from 'lucide-react'
import { useState, type DragEvent, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { hueOf } from '../../shared/story/hues'
import { uneditableReason } from '../editing'
import { editWorld } from '../fields/save-edits'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { ActorToken, Button } from '../ui/Parts'
import { pickFile } from '../ui/pick-file'
import { usePortrait } from '../ui/portraits'
import { portraitOf } from './make-portrait'
import { castTexts } from './texts'

const t = castTexts.portrait
const TYPES = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** A character's portrait: chosen from a file or dropped here, replaced and removed. Each change is one beat. */
export function PortraitField({ id, name, npc }: { id: string; name: string; npc: boolean }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const hue = useSession((s) => hueOf(s.snapshot?.state.actors ?? {}, id))
  const shown = usePortrait(id)
  const [problem, setProblem] = useState<string>()
  const [isOver, setOver] = useState(false)
  // The portrait in view when the form was used: if another window has changed it meanwhile, the edit is refused.
  const now = (): string | null => own(useSession.getState().snapshot?.lore?.portraits, id)?.oid ?? null
  const put = async (file: File): Promise<void> => {
    const was = now()
    setProblem(undefined)
    try {
      const picture = await portraitOf(file)
      await editWorld([{ op: 'put-portrait', id, picture, was }])
    } catch (thrown) {
      setProblem(problemOf(thrown).message)
    }
  }
  const remove = (): void => {
    setProblem(undefined)
    void editWorld([{ op: 'put-portrait', id, picture: null, was: now() }])
  }
  const onDrag = (event: DragEvent): void => {
    if (closed || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent): void => {
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (closed || !file) return
    event.preventDefault()
    void put(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever can't drop a file chooses one with the button
    <fieldset
      className={`cast-portrait field bare ${isOver ? 'over' : ''}`}
      disabled={closed}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <legend>{t.title}</legend>
      {shown === undefined ? <ActorToken name={name} hue={hue} npc={npc} /> : <img src={shown} alt={name} />}
      <div>
        {!closed && (
          <p>
            <Button
              icon={<ImageUp size={13} />}
              label={shown === undefined ? t.choose : t.replace}
              small
              onClick={() => pickFile(TYPES, (file) => void put(file))}
            />
            {shown !== undefined && <Button icon={<X size={13} />} label={t.remove} small onClick={remove} />}
          </p>
        )}
        {problem === undefined ? (
          <p className="hint">{t.hint}</p>
        ) : (
          <p className="fault" role="alert">
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  )
}
