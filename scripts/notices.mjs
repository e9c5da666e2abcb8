// The licences of the packages whose code, fonts or words are in the bundles. Terms of licences ask that their text goes where the code goes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Files of a package that have to go with its code. */
const NOTICE = /^(?:licen[cs]e|copying|notice|ofl|third-?party-?notices?)/i

/** The folder of the package that a module is in; undefined for one of ours. Modules may have a query behind and a mark of a plugin before them. */
export function packageFolder(id) {
  const [, folder] = /^(?:.*\0)?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? []
  return folder
}

/** What a package asks for: its name, version, licence, address of its source, and the text of its notices. */
export function noticeOf(folder) {
  const { name, version, license, repository, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? homepage ?? ''
  const source = url
    .replace(/^(?:github:)?([\w-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/^(?:git\+)?(?:git|ssh|https?):\/\/(?:git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '')
  const files = readdirSync(folder).filter((file) => NOTICE.test(file) && !/\.(?:js|json|ts)$/.test(file))
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  // Some packages only have the text.
  const named = typeof license === 'string' ? license : (license?.type ?? (/Permission is hereby granted, free of charge/.test(text) ? 'MIT' : ''))
  return { name, version, license: named, source, text }
}

/** The text that is shown under Help. `folders`: those of the packages. */
export function noticesText(folders) {
  const notices = [...folders].map(noticeOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
  const list = notices.map(({ name, version, license, source }) => `${name} ${version}: ${license}${source && `, source code at ${source}`}`)
  const texts = notices.map(({ name, version, license, text }) => `${'='.repeat(80)}\n${name} ${version}\n\n${text || `Licence: ${license}`}`)
  return `Proscenium contains the packages below, each under its own licence. Their source code is at the addresses given.\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`
}

/** A plugin for all bundles of a build. `page`: the folder of the page, from which assets are named. Writes licences.txt beside the bundles' folders. */
export function notices(page) {
  const folders = new Set()
  return {
    name: 'notices',
    // Workers are bundled but not written on their own.
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(page, name))
      )
      for (const file of files) {
        const folder = packageFolder(file)
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder)
      }
    },
    writeBundle({ dir }) {
      writeFileSync(join(dirname(dir), 'licences.txt'), noticesText(folders))
    }
  }
}
