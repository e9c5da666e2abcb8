import cyrillic from '@fontsource-variable/literata/files/literata-cyrillic-wght-normal.woff2?inline'
import cyrillicItalic from '@fontsource-variable/literata/files/literata-cyrillic-wght-italic.woff2?inline'
import cyrillicExt from '@fontsource-variable/literata/files/literata-cyrillic-ext-wght-normal.woff2?inline'
import cyrillicExtItalic from '@fontsource-variable/literata/files/literata-cyrillic-ext-wght-italic.woff2?inline'
import greek from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2?inline'
import greekItalic from '@fontsource-variable/literata/files/literata-greek-wght-italic.woff2?inline'
import greekExt from '@fontsource-variable/literata/files/literata-greek-ext-wght-normal.woff2?inline'
import greekExtItalic from '@fontsource-variable/literata/files/literata-greek-ext-wght-italic.woff2?inline'
import latin from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?inline'
import latinItalic from '@fontsource-variable/literata/files/literata-latin-wght-italic.woff2?inline'
import latinExt from '@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2?inline'
import latinExtItalic from '@fontsource-variable/literata/files/literata-latin-ext-wght-italic.woff2?inline'
import vietnamese from '@fontsource-variable/literata/files/literata-vietnamese-wght-normal.woff2?inline'
import vietnameseItalic from '@fontsource-variable/literata/files/literata-vietnamese-wght-italic.woff2?inline'

const bytesOf = (url: string) => (): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/** The files of Literata, upright and italic, those first that most texts need. */
export const LITERATA = {
  upright: [latin, latinExt, greek, cyrillic, vietnamese, greekExt, cyrillicExt].map(bytesOf),
  italic: [latinItalic, latinExtItalic, greekItalic, cyrillicItalic, vietnameseItalic, greekExtItalic, cyrillicExtItalic].map(bytesOf)
}
