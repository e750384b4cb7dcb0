/**
 * HTML of the site's own pages. The server cleans it when it is saved and when it is read; nothing else may be
 * shown this way.
 */
export function RichText({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger -- cleaned by the server, see above
  return <div className="rich-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
