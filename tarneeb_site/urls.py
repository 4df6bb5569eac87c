"""The addresses of the site: pages below their language, the API and machinery beside them."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from allauth.account.views import account_inactive, logout
from django.contrib import admin
from django.urls import include, path

from games.views.accounts import ChangePassword, SignUp
from tarneeb_site import csp, errors, health
from tarneeb_site.accounts import LogIn
from tarneeb_site.terms import page_patterns
from tournaments.urls import seat_link_patterns
from tournaments.views.clubs import set_up
from tournaments.views.home import home
from tournaments.views.play import play

# The admin's own log-in counts no attempts; ours does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth's manual has it

# Of allauth's addresses only those that need no mail: the site sends none.
accounts = [
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("login/", LogIn.as_view(), name="account_login"),
    path("logout/", logout, name="account_logout"),
    path("inactive/", account_inactive, name="account_inactive"),
    path("password/change/", ChangePassword.as_view(), name="account_change_password"),
]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("csp-report", csp.report, name="csp_report"),
    path("api/v1/", include("tarneeb_site.api_urls")),
    path("admin/", admin.site.urls),
    path("", include(seat_link_patterns)),
    *page_patterns(
        path("", home, name="home"),
        path("play/", play, name="play"),
        path("accounts/", include(accounts)),
        path("setup/<str:token>/", set_up, name="owner_setup"),
        path("", include("games.urls")),
        path("", include("tournaments.urls")),
    ),
]

handler404 = errors.not_found
handler500 = errors.broken
