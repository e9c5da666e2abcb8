import { Images, ImageUp, Pencil, X } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { WorldEdit } from '../../shared/contract/world-edits'
import type { Picture as ShownPicture } from '../../shared/story/lore'
import { PICTURES } from '../../shared/story/pictures'
import { altOf, lacksAlt } from '../../shared/words/alt-text'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { Button, Fault } from '../ui/Parts'
import { Picture } from '../ui/Picture'
import { PictureDialog } from './PictureDialog'
import { editWorld } from './save-edits'
import { fieldTexts } from './texts'
import { useNewPicture } from './use-new-picture'

const t = fieldTexts.picture

type Of = NonNullable<Extract<WorldEdit, { op: 'put-picture' }>['of']>

/** The picture that a place or a story event shows: chosen, dropped or pasted, described, replaced and removed. Each change is one beat. */
export function PictureField({ of, picture, hint }: { of: Of; picture: ShownPicture | undefined; hint: string }): ReactElement {
  const isClosed = useSession((s) => uneditableReason(s) !== undefined)
  const [isDescribing, setDescribing] = useState(false)
  const put = (edit: Pick<Extract<WorldEdit, { op: 'put-picture' }>, 'file' | 'bytes' | 'alt'>): void =>
    void editWorld([{ op: 'put-picture', of, was: pictureNow(of)?.file ?? null, ...edit }])
  const { choose, chooseKnown, dialog, fault, isOver, target } = useNewPicture((chosen, alt) => put({ ...chosen, alt }))
  const words = picture && (lacksAlt(picture.alt) ? t.noAlt : altOf(picture) || t.isDecorative)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever can't drop or paste a file chooses one with the button
    <fieldset className={`picture-field field bare ${isOver ? 'over' : ''}`} {...target}>
      <legend>{t.title}</legend>
      {picture && <Picture path={`${PICTURES}/${picture.file}`} alt={altOf(picture)} />}
      {picture && <p className={lacksAlt(picture.alt) ? 'fault' : 'picture-words'}>{words}</p>}
      {!isClosed && (
        <p className="picture-buttons">
          <Button icon={<ImageUp size={13} />} label={picture ? t.replace : t.choose} small onClick={choose} />
          {chooseKnown && <Button icon={<Images size={13} />} label={t.known} small aria-haspopup="dialog" onClick={chooseKnown} />}
          {picture && <Button icon={<Pencil size={13} />} label={t.describe} small aria-haspopup="dialog" onClick={() => setDescribing(true)} />}
          {picture && <Button icon={<X size={13} />} label={t.remove} small onClick={() => put({ file: null })} />}
        </p>
      )}
      {fault === undefined ? <p className="hint">{hint}</p> : <Fault>{fault}</Fault>}
      {dialog}
      {isDescribing && picture && (
        <PictureDialog
          title={t.describeTitle}
          picture={picture}
          path={`${PICTURES}/${picture.file}`}
          alt={picture.alt}
          submit={t.save}
          onSubmit={(alt) => {
            setDescribing(false)
            if (alt !== picture.alt) put({ file: picture.file, alt })
          }}
          onClose={() => setDescribing(false)}
        />
      )}
    </fieldset>
  )
}

/** The picture in view when the form was used: if another window has changed it meanwhile, the edit is refused. */
function pictureNow({ what, id }: Of): ShownPicture | undefined {
  const lore = useSession.getState().present?.lore
  return what === 'place' ? own(lore?.places, id)?.picture : lore?.story.find((one) => one.id === id)?.picture
}
