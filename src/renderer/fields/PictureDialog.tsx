import { useState, type ReactElement } from 'react'
import { DECORATIVE, lacksAlt } from '../../shared/words/alt-text'
import { Checkbox, Field, Form, FormFoot } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { NewPicture, Picture } from '../ui/Picture'
import { fieldTexts } from './texts'

const t = fieldTexts.picture

/** A picture to be shown: bytes in Base64 and a name for their file, or the name of a file of the campaign. */
export interface ChosenPicture {
  file: string
  bytes?: string
}

interface PictureDialogProps {
  title: string
  picture: ChosenPicture
  /** The path of the picture, if the campaign has it already. */
  path?: string | undefined
  alt: string | undefined
  submit: string
  onSubmit: (alt: string) => void
  onClose: () => void
}

const isDecorativeNow = (alt: string | undefined): boolean => alt?.trim().toLowerCase() === DECORATIVE

/** Asks for the description of a picture: its alternative text, or that it needs none. */
export function PictureDialog({ title, picture, path, alt, submit, onSubmit, onClose }: PictureDialogProps): ReactElement {
  const [isDecorative, setDecorative] = useState(isDecorativeNow(alt))
  const [text, setText] = useState(isDecorative ? '' : (alt ?? ''))
  return (
    <Modal title={title} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (isDecorative || !lacksAlt(text)) onSubmit(isDecorative ? DECORATIVE : text.trim())
        }}
      >
        {path !== undefined ? (
          <Picture path={path} alt={t.preview} className="picture-preview" />
        ) : (
          <NewPicture bytes={picture.bytes ?? ''} alt={t.preview} className="picture-preview" />
        )}
        <Field label={t.alt} hint={t.altHint}>
          {(tied) => (
            <textarea
              {...tied}
              className="field-input room"
              rows={3}
              maxLength={500}
              dir="auto"
              value={text}
              disabled={isDecorative}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Checkbox label={t.decorative} hint={t.decorativeHint} checked={isDecorative} onChange={setDecorative} />
        <FormFoot onCancel={onClose} submit={submit} disabled={!isDecorative && lacksAlt(text)} />
      </Form>
    </Modal>
  )
}
