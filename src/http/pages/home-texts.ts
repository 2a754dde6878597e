import type { PageLanguage } from './language.ts'

type Texts = {
  readonly what: string
  readonly setUp: string
  readonly notBuilt: string
  readonly first: string
  readonly store: string
  readonly password: string
  readonly search: string
  readonly watch: (base: string, manifest: string) => string
  readonly others: string
  readonly readiness: readonly [name: string, says: string]
}

/** Of the start page, as HTML. */
export const homeTexts: Readonly<Record<PageLanguage, Texts>> = {
  en: {
    what: `This server gathers media streams from the sources that you configure, sorts and filters them, and serves
them to media-server apps, to Stremio and to your own programs.`,
    setUp: `<a href="configure/"><strong>Set it up in the browser</strong></a>, or sign in there.`,
    notBuilt: `The pages for setting it up are not built: run <code>npm run build</code> where <code>npm ci</code> was
run without <code>--omit=dev</code>, and start the service again.`,
    first: 'What to do first, without a browser',
    store: `Store a configuration that names a source, and keep the answer: nobody can recover its <code>uuid</code> later.`,
    password: 'at least 8 characters',
    search: 'Search with it.',
    watch: (
      base,
      manifest,
    ) => `Watch with it. In an app for Jellyfin, add the server ${base} and sign in with the UUID and the
password. In Stremio, install ${manifest}.`,
    others: 'What else is here',
    readiness: ['Readiness', 'state of the database and the data'],
  },
  de: {
    what: `Dieser Server sammelt Streams aus den Quellen, die du einrichtest, sortiert und filtert sie und gibt sie an
Apps für Medienserver, an Stremio und an deine eigenen Programme weiter.`,
    setUp: `<a href="configure/"><strong>Richte ihn im Browser ein</strong></a>, oder melde dich dort an.`,
    notBuilt: `Die Seiten zum Einrichten sind nicht gebaut: Führe <code>npm run build</code> aus, wo <code>npm ci</code> ohne
<code>--omit=dev</code> lief, und starte den Dienst neu.`,
    first: 'Die ersten Schritte ohne Browser',
    store: `Speichere eine Konfiguration, die eine Quelle nennt, und bewahre die Antwort auf: Ihre <code>uuid</code> kann später
niemand wiederherstellen.`,
    password: 'mindestens 8 Zeichen',
    search: 'Suche damit.',
    watch: (
      base,
      manifest,
    ) => `Sieh damit fern. Füge in einer App für Jellyfin den Server ${base} hinzu und melde dich mit UUID und
Passwort an. In Stremio installiere ${manifest}.`,
    others: 'Was es hier noch gibt',
    readiness: ['Bereitschaft', 'Zustand der Datenbank und der Daten'],
  },
  es: {
    what: `Este servidor reúne streams de las fuentes que configuras, los ordena y los filtra, y los sirve a aplicaciones de
servidores multimedia, a Stremio y a tus propios programas.`,
    setUp: `<a href="configure/"><strong>Configúralo en el navegador</strong></a>, o inicia sesión allí.`,
    notBuilt: `Las páginas de configuración no están construidas: ejecuta <code>npm run build</code> donde se ejecutó
<code>npm ci</code> sin <code>--omit=dev</code>, y vuelve a iniciar el servicio.`,
    first: 'Los primeros pasos, sin navegador',
    store: `Guarda una configuración que nombre una fuente, y conserva la respuesta: nadie puede recuperar su <code>uuid</code>
más tarde.`,
    password: 'al menos 8 caracteres',
    search: 'Busca con ella.',
    watch: (
      base,
      manifest,
    ) => `Mira con ella. En una aplicación para Jellyfin, añade el servidor ${base} e inicia sesión con el UUID
y la contraseña. En Stremio, instala ${manifest}.`,
    others: 'Qué más hay aquí',
    readiness: ['Disponibilidad', 'estado de la base de datos y de los datos'],
  },
}
