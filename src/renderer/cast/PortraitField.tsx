import { ImageUp, X } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { hueOf } from '../../shared/story/hues'
import { uneditableReason } from '../editing'
import { editWorld } from '../fields/save-edits'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { drawnPicture, PICTURE_TYPES } from '../ui/draw-picture'
import { ActorToken, Button, Fault } from '../ui/Parts'
import { useFileTarget } from '../ui/file-drop'
import { pickFile } from '../ui/pick-file'
import { usePortrait } from '../ui/pictures'
import { castTexts } from './texts'

const t = castTexts.portrait

/** A character's portrait: chosen from a file or dropped here, replaced and removed. Each change is one beat. */
export function PortraitField({ id, name, npc }: { id: string; name: string; npc: boolean }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const hue = useSession((s) => hueOf(s.snapshot?.state.actors ?? {}, id))
  const shown = usePortrait(id)
  const [problem, setProblem] = useState<string>()
  // The portrait in view when the form was used: if another window has changed it meanwhile, the edit is refused.
  const now = (): string | null => own(useSession.getState().snapshot?.lore?.portraits, id)?.oid ?? null
  const put = async (file: File): Promise<void> => {
    const was = now()
    setProblem(undefined)
    try {
      const picture = await drawnPicture('portrait', file)
      await editWorld([{ op: 'put-portrait', id, picture, was }])
    } catch (thrown) {
      setProblem(problemOf(thrown).message)
    }
  }
  const remove = (): void => {
    setProblem(undefined)
    void editWorld([{ op: 'put-portrait', id, picture: null, was: now() }])
  }
  const { isOver, target } = useFileTarget(closed, (file) => void put(file))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever can't drop a file chooses one with the button
    <fieldset className={`cast-portrait field bare ${isOver ? 'over' : ''}`} disabled={closed} {...target}>
      <legend>{t.title}</legend>
      {shown === undefined ? <ActorToken name={name} hue={hue} npc={npc} /> : <img src={shown} alt={name} />}
      <div>
        {!closed && (
          <p>
            <Button
              icon={<ImageUp size={13} />}
              label={shown === undefined ? t.choose : t.replace}
              small
              onClick={() => pickFile(PICTURE_TYPES, (file) => void put(file))}
            />
            {shown !== undefined && <Button icon={<X size={13} />} label={t.remove} small onClick={remove} />}
          </p>
        )}
        {problem === undefined ? <p className="hint">{t.hint}</p> : <Fault>{problem}</Fault>}
      </div>
    </fieldset>
  )
}
