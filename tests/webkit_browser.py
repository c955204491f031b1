"""A small WebKitGTK browser with storage that lasts, on the system's own Python.

``MiniBrowser --automation`` starts a private session, in which the file system fails.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

# What Safari switches on.
FEATURES = {"AccessHandle", "FileSystem", "FileSystemWritableStream", "StorageAPI"}


def main(folder: str, language: str, without: str) -> None:
    storage = WebKit2.WebsiteDataManager(
        base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
    )
    context = WebKit2.WebContext.new_with_website_data_manager(storage)
    context.set_preferred_languages([language])
    settings = with_features(FEATURES - set(without.split(",")))

    def open_window(_: WebKit2.AutomationSession) -> WebKit2.WebView:
        view = WebKit2.WebView(
            web_context=context, settings=settings, is_controlled_by_automation=True
        )
        window = Gtk.Window()
        window.add(view)
        view.connect("close", lambda _: window.destroy())
        window.show_all()
        return view

    def start(_: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        info = WebKit2.ApplicationInfo()
        info.set_name("Ecotable")
        session.set_application_info(info)
        session.connect("create-web-view", open_window)

    context.set_automation_allowed(True)
    context.connect("automation-started", start)
    Gtk.main()


def with_features(names: set[str]) -> WebKit2.Settings:
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    features = WebKit2.Settings.get_all_features()
    for feature in map(features.get, range(features.get_length())):
        if feature.get_identifier() in FEATURES:
            settings.set_feature_enabled(feature, feature.get_identifier() in names)
    return settings


if __name__ == "__main__":
    if sys.argv[1:]:
        main(*sys.argv[1:])
